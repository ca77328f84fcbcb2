//! What names mean.

use super::source::{Crate, Defined, ModulePath};

/// Where an item is defined: its module, and its name there.
pub type Definition = (ModulePath, String);

/// One name that a `use` declaration brings into a module.
pub struct Import {
    /// The path as written.
    pub path: Vec<String>,
    /// The name in the module; `None` if it is `*`.
    pub name: Option<String>,
}

/// The names of a `use` declaration.
pub fn imports(tree: &syn::UseTree, before: &[String]) -> Vec<Import> {
    let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
    match tree {
        syn::UseTree::Path(path) => imports(&path.tree, &with(&path.ident)),
        syn::UseTree::Name(name) if name.ident == "self" => {
            vec![Import { path: before.to_vec(), name: before.last().cloned() }]
        }
        syn::UseTree::Name(name) => vec![Import { path: with(&name.ident), name: Some(name.ident.to_string()) }],
        syn::UseTree::Rename(name) => vec![Import { path: with(&name.ident), name: Some(name.rename.to_string()) }],
        syn::UseTree::Glob(_) => vec![Import { path: before.to_vec(), name: None }],
        syn::UseTree::Group(group) => group.items.iter().flat_map(|tree| imports(tree, before)).collect(),
    }
}

/// The name that an item defines.
pub fn name(item: &syn::Item) -> Option<String> {
    Some(match item {
        syn::Item::Const(item) => item.ident.to_string(),
        syn::Item::Enum(item) => item.ident.to_string(),
        syn::Item::Fn(item) => item.sig.ident.to_string(),
        syn::Item::Mod(item) => item.ident.to_string(),
        syn::Item::Static(item) => item.ident.to_string(),
        syn::Item::Struct(item) => item.ident.to_string(),
        syn::Item::Trait(item) => item.ident.to_string(),
        syn::Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

/// Levels of re-exports that are followed.
const MAX_DEPTH: usize = 8;

impl Crate {
    /// Where a path that is written in a module leads; `None` if it leaves the crate.
    pub fn resolve(&self, module: &[String], path: &[String]) -> Option<Definition> {
        self.resolve_within(module, path, MAX_DEPTH)
    }

    fn resolve_within(&self, module: &[String], path: &[String], depth: usize) -> Option<Definition> {
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => (Vec::new(), rest),
            "self" => (module.to_vec(), rest),
            "super" => {
                let parent = module[..module.len().checked_sub(1)?].to_vec();
                let supers = rest.iter().take_while(|word| *word == "super").count();
                (parent[..parent.len().checked_sub(supers)?].to_vec(), &rest[supers..])
            }
            _ => (module.to_vec(), path),
        };
        while let Some((name, rest)) = at.1.split_first() {
            let (inside, found) = self.find(&at.0, name, depth.checked_sub(1)?)?;
            if rest.is_empty() {
                return Some((inside, found));
            }
            at = (inside.into_iter().chain([found]).collect(), rest);
        }
        // The module itself.
        let name = at.0.pop()?;
        Some((at.0, name))
    }

    /// A name in a module: defined there, or imported.
    fn find(&self, module: &[String], wanted: &str, depth: usize) -> Option<Definition> {
        let items = self.modules.get(module)?;
        if items.iter().any(|defined| name(&defined.item).is_some_and(|name| name == wanted)) {
            return Some((module.to_vec(), wanted.to_owned()));
        }
        for Defined { item, .. } in items {
            let syn::Item::Use(import) = item else { continue };
            for Import { mut path, name } in imports(&import.tree, &[]) {
                if name.as_deref().is_some_and(|name| name != wanted) || path == [wanted] {
                    continue;
                }
                path.extend(name.is_none().then(|| wanted.to_owned()));
                if let Some(found) = self.resolve_within(module, &path, depth) {
                    return Some(found);
                }
            }
        }
        None
    }
}
