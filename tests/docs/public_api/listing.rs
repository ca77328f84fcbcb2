//! The public items, from the root of the crate.

use std::collections::BTreeMap;

use super::scope::{Definition, Import, imports, name};
use super::source::{Crate, Defined, ModulePath};
use super::text;

/// The name of the crate.
const ROOT: &str = "shapewright";

/// A public item: where it is reached, and what that needs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    path: Vec<String>,
    conditions: Vec<String>,
}

/// One line for each public item, by path.
pub fn of(all: &Crate) -> Vec<String> {
    let mut found = Found::default();
    found.walk(all, &Vec::new(), &Reached { path: Vec::new(), conditions: Vec::new() });
    let mut lines = found.foreign;
    for (definition, mut places) in found.reached {
        places.sort_by_key(|place| (place.path.len(), place.path.clone()));
        let first = &places[0];
        lines.extend(item(all, &definition, first).into_iter().map(|line| (first.path.clone(), line)));
        for other in places[1..].iter().filter(|other| !other.path.starts_with(&first.path)) {
            lines.push((other.path.clone(), format!("pub use {} = {}", shown(&other.path), shown(&first.path))));
        }
    }
    // The order of the lines of one item is kept.
    lines.sort_by(|a, b| a.0.cmp(&b.0));
    lines.into_iter().map(|(_, line)| line).collect()
}

fn shown(path: &[String]) -> String {
    [ROOT].into_iter().chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
}

/// Where public items are reached, by definition, and the lines of those of other crates.
#[derive(Default)]
struct Found {
    reached: BTreeMap<Definition, Vec<Reached>>,
    foreign: Vec<(Vec<String>, String)>,
}

impl Found {
    /// Adds the public items of a module that is reached.
    fn walk(&mut self, all: &Crate, module: &ModulePath, at: &Reached) {
        for Defined { item, conditions } in &all.modules[module] {
            if !is_public(item) || text::is_hidden(text::attributes(item)) {
                continue;
            }
            let found = match (item, name(item)) {
                (syn::Item::Use(import), _) => imports(&import.tree, &[]),
                (_, name) => vec![Import { path: ["self".to_owned()].into_iter().chain(name.clone()).collect(), name }],
            };
            for import in found {
                self.add(all, module, import, conditions, at);
            }
        }
    }

    fn add(&mut self, all: &Crate, module: &ModulePath, import: Import, conditions: &[String], at: &Reached) {
        let Import { path, name } = import;
        let name = name.unwrap_or_else(|| panic!("`pub use {}::*` hides what is public", path.join("::")));
        let mut place = at.clone();
        place.path.push(name);
        place.conditions.extend(conditions.iter().filter(|condition| !at.conditions.contains(condition)).cloned());
        let Some(definition) = all.resolve(module, &path) else {
            let line = format!("pub use {} = {}", shown(&place.path), path.join("::"));
            return self.foreign.push((place.path, line));
        };
        let inner: ModulePath = definition.0.iter().chain([&definition.1]).cloned().collect();
        let places = self.reached.entry(definition).or_default();
        places.push(place.clone());
        if places.len() == 1 && all.modules.contains_key(&inner) {
            self.walk(all, &inner, &place);
        }
    }
}

fn is_public(item: &syn::Item) -> bool {
    let visibility = match item {
        syn::Item::Const(item) => &item.vis,
        syn::Item::Enum(item) => &item.vis,
        syn::Item::Fn(item) => &item.vis,
        syn::Item::Mod(item) => &item.vis,
        syn::Item::Static(item) => &item.vis,
        syn::Item::Struct(item) => &item.vis,
        syn::Item::Trait(item) => &item.vis,
        syn::Item::Type(item) => &item.vis,
        syn::Item::Use(item) => &item.vis,
        _ => return false,
    };
    matches!(visibility, syn::Visibility::Public(_))
}

/// The lines of an item: itself, its parts, and what is implemented for it.
fn item(all: &Crate, definition: &Definition, at: &Reached) -> Vec<String> {
    let items = all.modules[&definition.0].iter().map(|defined| &defined.item);
    // A function and a module may share a name.
    let same = items.filter(|item| name(item).as_ref() == Some(&definition.1) && is_public(item));
    let path = shown(&at.path);
    let mut lines: Vec<String> = same.flat_map(|item| declared(item, &path)).collect();
    lines.extend(implemented(all, definition, at, &path));
    let needs = needs(&at.conditions);
    lines.iter().map(|line| format!("{line}{needs}")).collect()
}

/// The lines of a declaration.
fn declared(item: &syn::Item, path: &str) -> Vec<String> {
    let grows = text::may_grow(text::attributes(item));
    match item {
        syn::Item::Const(item) => vec![format!("pub const {path}: {}", text::ty(&item.ty))],
        syn::Item::Static(item) => vec![format!("pub static {path}: {}", text::ty(&item.ty))],
        syn::Item::Type(item) => vec![format!("pub type {path} = {}", text::ty(&item.ty))],
        syn::Item::Fn(item) => vec![format!("pub {}", text::signature(&item.sig, path))],
        syn::Item::Mod(_) => vec![format!("pub mod {path}")],
        syn::Item::Struct(item) => {
            let (head, fields) = structure(&item.fields, path);
            let head = format!("{grows}pub struct {path}{}{head}", generics(&item.generics));
            [head].into_iter().chain(fields).collect()
        }
        syn::Item::Enum(item) => {
            let head = format!("{grows}pub enum {path}{}", generics(&item.generics));
            let variants = item.variants.iter().map(|variant| {
                let grows = text::may_grow(&variant.attrs);
                format!("{grows}{path}::{}{}", variant.ident, fields(&variant.fields))
            });
            [head].into_iter().chain(variants).collect()
        }
        syn::Item::Trait(item) => {
            let mut head = syn::ItemTrait { attrs: Vec::new(), items: Vec::new(), ..item.clone() };
            head.ident = quote::format_ident!("NAME");
            let head = text::one_line(syn::Item::Trait(head)).replacen("NAME", path, 1);
            [head].into_iter().chain(item.items.iter().filter_map(|item| trait_item(item, path))).collect()
        }
        _ => Vec::new(),
    }
}

/// What follows a line whose item needs features.
fn needs<'a>(conditions: impl IntoIterator<Item = &'a String>) -> String {
    conditions.into_iter().map(|condition| format!(" [{condition}]")).collect()
}

fn generics(generics: &syn::Generics) -> String {
    let item: syn::Item = syn::parse_quote!(type T #generics = u8;);
    text::one_line(item).trim_start_matches("type T").trim_end_matches(" = u8").to_owned()
}

/// Whether a struct hides fields, and the lines of those that it does not.
fn structure(fields: &syn::Fields, path: &str) -> (String, Vec<String>) {
    let public = |field: &&syn::Field| matches!(field.vis, syn::Visibility::Public(_));
    let all_public = fields.iter().all(|field| public(&field));
    match fields {
        syn::Fields::Unit => (String::new(), Vec::new()),
        syn::Fields::Unnamed(_) if all_public => {
            let types = fields.iter().map(|field| format!("pub {}", text::ty(&field.ty)));
            (format!("({})", types.collect::<Vec<_>>().join(", ")), Vec::new())
        }
        _ => {
            let named = fields
                .iter()
                .filter(public)
                .filter_map(|field| Some(format!("pub {path}::{}: {}", field.ident.as_ref()?, text::ty(&field.ty))));
            let head = if all_public { "" } else { " { /* private */ }" };
            (head.to_owned(), named.collect())
        }
    }
}

/// The fields of a variant.
fn fields(fields: &syn::Fields) -> String {
    let types = fields.iter().map(|field| {
        let name = field.ident.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        format!("{name}{}", text::ty(&field.ty))
    });
    let types = types.collect::<Vec<_>>().join(", ");
    match fields {
        syn::Fields::Unit => String::new(),
        syn::Fields::Unnamed(_) => format!("({types})"),
        syn::Fields::Named(_) => format!(" {{ {types} }}"),
    }
}

fn trait_item(item: &syn::TraitItem, path: &str) -> Option<String> {
    Some(match item {
        syn::TraitItem::Fn(method) => {
            let needs = needs(&text::condition(&method.attrs)?);
            let provided = if method.default.is_some() { " { ... }" } else { "" };
            format!("{}{provided}{needs}", text::signature(&method.sig, &format!("{path}::{}", method.sig.ident)))
        }
        syn::TraitItem::Const(constant) => format!("const {path}::{}: {}", constant.ident, text::ty(&constant.ty)),
        syn::TraitItem::Type(ty) => format!("type {path}::{}", ty.ident),
        _ => return None,
    })
}

/// The public methods and the traits of a type, wherever they are implemented.
fn implemented(all: &Crate, definition: &Definition, at: &Reached, path: &str) -> Vec<String> {
    let (mut methods, mut traits) = (Vec::new(), Vec::new());
    let own = all.modules[&definition.0].iter().filter(|defined| name(&defined.item).as_ref() == Some(&definition.1));
    let mut derived: Vec<String> = own.flat_map(|own| text::derived(text::attributes(&own.item))).collect();
    derived.sort();
    for (module, items) in &all.modules {
        for Defined { item, conditions } in items {
            let syn::Item::Impl(block) = item else { continue };
            if subject(all, module, block).as_ref() != Some(definition) {
                continue;
            }
            let extra = needs(conditions.iter().filter(|condition| !at.conditions.contains(condition)));
            match &block.trait_ {
                Some(_) => traits.push(format!("{}{extra}", header(block))),
                None => methods.extend(members(block, path).into_iter().map(|line| line + &extra)),
            }
        }
    }
    methods.sort();
    traits.sort();
    let derived = (!derived.is_empty()).then(|| format!("impl {} for {path}", derived.join(" + ")));
    methods.into_iter().chain(derived).chain(traits).collect()
}

/// The type of this crate that an `impl` is about: the type itself, or one that its trait is applied to.
fn subject(all: &Crate, module: &[String], block: &syn::ItemImpl) -> Option<Definition> {
    let of = |ty: &syn::Type| {
        let ty = match ty {
            syn::Type::Reference(reference) => &*reference.elem,
            other => other,
        };
        let syn::Type::Path(path) = ty else { return None };
        let words: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        all.resolve(module, &words)
    };
    let applied = || {
        let (_, path, _) = block.trait_.as_ref()?;
        let syn::PathArguments::AngleBracketed(arguments) = &path.segments.last()?.arguments else { return None };
        arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => of(ty),
            _ => None,
        })
    };
    of(&block.self_ty).or_else(applied)
}

/// An `impl` of a trait without its content.
fn header(block: &syn::ItemImpl) -> String {
    let mut head = syn::ItemImpl { attrs: Vec::new(), items: Vec::new(), ..block.clone() };
    if let Some((_, path, _)) = &mut head.trait_ {
        // `fmt::Display` and `Display` are one trait.
        *path = path.segments.last().cloned().expect("a name").into();
    }
    text::one_line(syn::Item::Impl(head))
}

/// The public members of an `impl`.
fn members(block: &syn::ItemImpl, path: &str) -> Vec<String> {
    let public = |visibility: &syn::Visibility| matches!(visibility, syn::Visibility::Public(_));
    let found = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(method) if public(&method.vis) && !text::is_hidden(&method.attrs) => {
            let needs = needs(&text::condition(&method.attrs)?);
            let name = format!("{path}::{}", method.sig.ident);
            Some(format!("pub {}{needs}", text::signature(&method.sig, &name)))
        }
        syn::ImplItem::Const(constant) if public(&constant.vis) => {
            Some(format!("pub const {path}::{}: {}", constant.ident, text::ty(&constant.ty)))
        }
        _ => None,
    });
    found.collect()
}
