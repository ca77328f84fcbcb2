//! The modules of the crate, with macros expanded.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use super::expand::Rules;
use super::text::condition;

/// A path of modules below the root of the crate.
pub type ModulePath = Vec<String>;

/// An item, and the features that it needs.
pub struct Defined {
    pub item: syn::Item,
    pub conditions: Vec<String>,
}

/// A crate: what each module contains.
#[derive(Default)]
pub struct Crate {
    pub modules: BTreeMap<ModulePath, Vec<Defined>>,
    /// The macros so far. A later one hides an earlier one of its name, as in the language.
    rules: HashMap<String, Rules>,
    /// Invocations of macros that a later module defines.
    pending: Vec<(syn::ItemMacro, Place)>,
}

/// Where an item is: its module, the directory of the files of its submodules, and the conditions of the module.
#[derive(Clone)]
struct Place {
    path: ModulePath,
    folder: PathBuf,
    conditions: Vec<String>,
}

impl Crate {
    /// Reads `lib.rs` of a directory, and the files of its modules.
    pub fn read(folder: &Path) -> Crate {
        let text = fs::read_to_string(folder.join("lib.rs")).expect("lib.rs");
        Crate::parse(&text, folder)
    }

    /// A crate of one file.
    pub fn of(text: &str) -> Crate {
        Crate::parse(text, Path::new(""))
    }

    fn parse(text: &str, folder: &Path) -> Crate {
        let mut all = Crate::default();
        let root = Place { path: Vec::new(), folder: folder.to_owned(), conditions: Vec::new() };
        all.add_module(syn::parse_file(text).expect("a Rust file").items, &root);
        for (invoked, place) in std::mem::take(&mut all.pending) {
            all.add_expanded(invoked, place);
        }
        all
    }

    fn add_module(&mut self, items: Vec<syn::Item>, place: &Place) {
        self.modules.entry(place.path.clone()).or_default();
        for item in items {
            self.add(item, place);
        }
    }

    fn add(&mut self, item: syn::Item, place: &Place) {
        let Some(own) = condition(super::text::attributes(&item)) else { return };
        let mut conditions = place.conditions.clone();
        conditions.extend(own);
        match item {
            syn::Item::Mod(module) => self.add_submodule(module, Place { conditions, ..place.clone() }),
            syn::Item::Macro(invoked) if invoked.ident.is_none() => {
                self.add_expanded(invoked, Place { conditions, ..place.clone() });
            }
            item => {
                if let syn::Item::Macro(definition) = &item {
                    let name = definition.ident.as_ref().expect("a definition").to_string();
                    self.rules.insert(name, Rules::parse(definition.mac.tokens.clone()));
                }
                self.modules.get_mut(&place.path).expect("the module").push(Defined { item, conditions });
            }
        }
    }

    fn add_expanded(&mut self, invoked: syn::ItemMacro, place: Place) {
        let name = invoked.mac.path.segments.last().expect("a name").ident.to_string();
        let Some(rules) = self.rules.get(&name) else { return self.pending.push((invoked, place)) };
        let made = rules.expand(invoked.mac.tokens);
        let file: syn::File =
            syn::parse2(made.clone()).unwrap_or_else(|error| panic!("{name}! makes no items: {error}: {made}"));
        for item in file.items {
            self.add(item, &place);
        }
    }

    fn add_submodule(&mut self, module: syn::ItemMod, outer: Place) {
        let name = module.ident.to_string();
        let own = outer.folder.join(&name);
        let inner = Place {
            path: outer.path.iter().chain([&name]).cloned().collect(),
            folder: own.clone(),
            conditions: outer.conditions.clone(),
        };
        let items = module.content.as_ref().map(|(_, items)| items.clone()).unwrap_or_else(|| {
            let files = [outer.folder.join(format!("{name}.rs")), own.join("mod.rs")];
            let text = files.iter().find_map(|file| fs::read_to_string(file).ok());
            let text =
                text.unwrap_or_else(|| panic!("there is no file of module {name} in {}", outer.folder.display()));
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", own.display())).items
        });
        let declared = Defined { item: syn::Item::Mod(module), conditions: outer.conditions };
        self.modules.get_mut(&outer.path).expect("the module").push(declared);
        self.add_module(items, &inner);
    }
}
