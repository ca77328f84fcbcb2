//! Macros by example: as much of them as macros that define items need.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};

/// The rules of one macro: what is matched, and what it becomes.
pub struct Rules(Vec<(Vec<TokenTree>, Vec<TokenTree>)>);

/// What a name of a pattern matched.
#[derive(Clone, Debug)]
enum Bound {
    Once(TokenStream),
    Repeated(Vec<Bindings>),
}

type Bindings = HashMap<String, Bound>;

impl Rules {
    /// The rules of a definition.
    pub fn parse(tokens: TokenStream) -> Rules {
        let groups = tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream().into_iter().collect::<Vec<_>>()),
            _ => None,
        });
        let groups: Vec<_> = groups.collect();
        Rules(groups.chunks_exact(2).map(|rule| (rule[0].clone(), rule[1].clone())).collect())
    }

    /// What an invocation becomes.
    pub fn expand(&self, tokens: TokenStream) -> TokenStream {
        let input: Vec<TokenTree> = tokens.into_iter().collect();
        let matched = |(pattern, body): &(Vec<TokenTree>, Vec<TokenTree>)| {
            let mut bindings = Bindings::new();
            let end = matches(pattern, &input, 0, &mut bindings)?;
            (end == input.len()).then(|| transcribe(body, &bindings))
        };
        self.0.iter().find_map(matched).expect("a rule matches")
    }
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// A repetition after `$` at this position: its content, its separator, and where the pattern continues.
fn repetition(tokens: &[TokenTree], at: usize) -> Option<(Vec<TokenTree>, Option<&TokenTree>, usize)> {
    let Some(TokenTree::Group(group)) = tokens.get(at + 1) else { return None };
    if !is_punct(tokens.get(at), '$') || group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let is_operator = |token: Option<&TokenTree>| ['*', '+', '?'].iter().any(|&c| is_punct(token, c));
    let inner = group.stream().into_iter().collect();
    match tokens.get(at + 2) {
        operator if is_operator(operator) => Some((inner, None, at + 3)),
        separator => Some((inner, separator, at + 4)),
    }
}

/// Matches a pattern from a position of the input. Returns the position after the match.
fn matches(pattern: &[TokenTree], input: &[TokenTree], mut at: usize, bindings: &mut Bindings) -> Option<usize> {
    let mut next = 0;
    while next < pattern.len() {
        if let Some((inner, separator, end)) = repetition(pattern, next) {
            at = repeated(&inner, separator, input, at, bindings);
            next = end;
        } else if let (true, Some(TokenTree::Ident(name))) = (is_punct(pattern.get(next), '$'), pattern.get(next + 1)) {
            let kind = pattern.get(next + 3)?.to_string();
            let end = fragment(&kind, input, at)?;
            bindings.insert(name.to_string(), Bound::Once(input[at..end].iter().cloned().collect()));
            (at, next) = (end, next + 4);
        } else {
            match (&pattern[next], input.get(at)?) {
                (TokenTree::Group(wanted), TokenTree::Group(found)) if wanted.delimiter() == found.delimiter() => {
                    let (wanted, found): (Vec<_>, Vec<_>) =
                        (wanted.stream().into_iter().collect(), found.stream().into_iter().collect());
                    (matches(&wanted, &found, 0, bindings)? == found.len()).then_some(())?;
                }
                (wanted, found) => (wanted.to_string() == found.to_string()).then_some(())?,
            }
            (at, next) = (at + 1, next + 1);
        }
    }
    Some(at)
}

fn repeated(
    inner: &[TokenTree],
    separator: Option<&TokenTree>,
    input: &[TokenTree],
    mut at: usize,
    bindings: &mut Bindings,
) -> usize {
    let mut rounds = Vec::new();
    loop {
        let mut round = Bindings::new();
        match matches(inner, input, at, &mut round) {
            Some(end) if end > at => at = end,
            _ => break,
        }
        rounds.push(round);
        match separator {
            Some(separator) if input.get(at).is_some_and(|token| token.to_string() == separator.to_string()) => at += 1,
            Some(_) => break,
            None => {}
        }
    }
    for name in names(inner) {
        bindings.insert(name, Bound::Repeated(rounds.clone()));
    }
    at
}

/// The names of a pattern or of a body.
fn names(tokens: &[TokenTree]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found.extend(names(&group.stream().into_iter().collect::<Vec<_>>())),
            TokenTree::Ident(name) if at > 0 && is_punct(tokens.get(at - 1), '$') => found.push(name.to_string()),
            _ => {}
        }
    }
    found
}

/// Where a fragment of this kind ends; `None` if there is none at this position.
fn fragment(kind: &str, input: &[TokenTree], at: usize) -> Option<usize> {
    let rest = match kind {
        "ident" => rest::<syn::Ident>(&input[at..]),
        "ty" => rest::<syn::Type>(&input[at..]),
        "path" => rest::<syn::Path>(&input[at..]),
        "expr" => rest::<syn::Expr>(&input[at..]),
        "literal" => rest::<syn::Lit>(&input[at..]),
        "meta" => rest::<syn::Meta>(&input[at..]),
        "block" => rest::<syn::Block>(&input[at..]),
        "vis" => rest::<syn::Visibility>(&input[at..]),
        "tt" => rest::<TokenTree>(&input[at..]),
        other => panic!("fragments of kind {other} are not expanded"),
    };
    rest.map(|rest| input.len() - rest)
}

/// The number of tokens after a fragment.
fn rest<T: Parse>(input: &[TokenTree]) -> Option<usize> {
    let count = |stream: ParseStream<'_>| {
        stream.parse::<T>()?;
        Ok(stream.parse::<TokenStream>()?.into_iter().count())
    };
    count.parse2(input.iter().cloned().collect()).ok()
}

fn transcribe(body: &[TokenTree], bindings: &Bindings) -> TokenStream {
    let mut made = TokenStream::new();
    let mut next = 0;
    while next < body.len() {
        if let Some((inner, separator, end)) = repetition(body, next) {
            made.extend(rounds(&inner, separator, bindings));
            next = end;
            continue;
        }
        let bound = match body.get(next + 1) {
            Some(TokenTree::Ident(name)) if is_punct(body.get(next), '$') => Some(name.to_string()),
            _ => None,
        };
        match (bound.as_deref(), &body[next]) {
            (Some("crate"), _) => made.extend(body.get(next + 1).cloned()),
            (Some(name), _) => match bindings.get(name) {
                Some(Bound::Once(tokens)) => made.extend(tokens.clone()),
                other => panic!("${name} is {other:?}"),
            },
            (None, TokenTree::Group(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                made.extend([TokenTree::Group(Group::new(group.delimiter(), transcribe(&inner, bindings)))]);
            }
            (None, token) => made.extend([token.clone()]),
        }
        next += 1 + usize::from(bound.is_some());
    }
    made
}

/// A repetition of the body, once for each match.
fn rounds(inner: &[TokenTree], separator: Option<&TokenTree>, bindings: &Bindings) -> TokenStream {
    let repeated = names(inner).into_iter().find_map(|name| match bindings.get(&name) {
        Some(Bound::Repeated(rounds)) => Some(rounds),
        _ => None,
    });
    let mut made = TokenStream::new();
    for (count, round) in repeated.expect("a repeated name").iter().enumerate() {
        made.extend(separator.filter(|_| count > 0).cloned());
        let mut all = bindings.clone();
        all.extend(round.clone());
        made.extend(transcribe(inner, &all));
    }
    made
}
