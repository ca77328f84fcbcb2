//! Items as text.

use quote::ToTokens;

/// The attributes of an item.
pub fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The conditions in these attributes; `None` if they exclude tests, or what all features turn off.
pub fn condition(attributes: &[syn::Attribute]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")) {
        let text = attribute.meta.require_list().expect("a condition").tokens.to_string();
        if text.contains("test ") || text == "test" || text == "doctest" || text.starts_with("not (feature") {
            return None;
        }
        let quoted: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
        found.push(if text.contains("feature") { quoted.join("|") } else { text });
    }
    Some(found)
}

/// Whether documentation hides an item.
pub fn is_hidden(attributes: &[syn::Attribute]) -> bool {
    let hides =
        |a: &syn::Attribute| a.path().is_ident("doc") && a.meta.to_token_stream().to_string().contains("hidden");
    attributes.iter().any(hides)
}

/// Whether other crates must expect more variants or fields.
pub fn may_grow(attributes: &[syn::Attribute]) -> &'static str {
    let grows = attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"));
    if grows { "#[non_exhaustive] " } else { "" }
}

/// The traits that attributes derive.
pub fn derived(attributes: &[syn::Attribute]) -> Vec<String> {
    let mut traits = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let list = attribute.meta.require_list().expect("a list").tokens.to_string();
        let names = list.split(',').filter_map(|path| path.rsplit(':').next()).map(str::trim);
        traits.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
    }
    traits
}

/// An item on one line.
pub fn one_line(item: syn::Item) -> String {
    let file = syn::File { shebang: None, attrs: Vec::new(), items: vec![item] };
    let lines: Vec<String> = prettyplease::unparse(&file).lines().map(|line| line.trim().to_owned()).collect();
    let text = lines.join(" ");
    let text = [("( ", "("), (", )", ")"), ("< ", "<"), (", >", ">"), ("[ ", "["), (", ]", "]")]
        .iter()
        .fold(text, |text, (long, short)| text.replace(long, short));
    text.trim_end().trim_end_matches("{}").trim_end().trim_end_matches([';', ',']).to_owned()
}

/// A type as written.
pub fn ty(ty: &syn::Type) -> String {
    let item: syn::Item = syn::parse_quote!(type T = #ty;);
    one_line(item).trim_start_matches("type T = ").to_owned()
}

/// A function, with its name replaced.
pub fn signature(signature: &syn::Signature, name: &str) -> String {
    let signature = syn::Signature { ident: quote::format_ident!("NAME"), ..signature.clone() };
    // The receiver is allowed only in an `impl`.
    let item: syn::Item = syn::parse_quote!(impl T { #signature {} });
    let text = one_line(item);
    let inner = text.trim_start_matches("impl T {").trim_end_matches('}').trim().trim_end_matches("{}").trim();
    inner.trim_end_matches("{").trim().trim_end_matches(',').replacen("NAME", name, 1).replace("(mut self", "(self")
}
