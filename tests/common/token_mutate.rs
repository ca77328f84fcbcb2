//! Mutations of text formats that know their tokens: numbers, names, quoted values, and tags.

#![allow(dead_code)] // every user needs a part of it

use std::ops::Range;

use crate::mutate::{Random, mutate};
use crate::wire_mutate::EXTREMES;

/// Numbers as text that are not in `EXTREMES`, and words with a meaning of their own.
const WORDS: [&str; 20] = [
    "18446744073709551615",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999",
    "1e400",
    "-0.0",
    "nan",
    "inf",
    "0x10",
    "1..5",
    "?",
    "...",
    "",
    "N",
    "dynamic",
    "undefined",
    "string",
    "If",
    "Loop",
    "\u{202e}",
];

/// Numbers, names, and quoted values; the quotes belong to a value.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        if c == '"' {
            for (at, c) in rest.by_ref() {
                end = at + c.len_utf8();
                if c == '"' {
                    break;
                }
            }
        } else if is_word(c) {
            while let Some((at, c)) = rest.next_if(|(_, c)| is_word(*c)) {
                end = at + c.len_utf8();
            }
        } else {
            continue;
        }
        tokens.push(start..end);
        // The items of a list in quotes are tokens of their own.
        if c == '"' && text[start..end].len() > 2 {
            let inner = start + 1..end - text[start..end].ends_with('"') as usize;
            let mut at = inner.start;
            for item in text[inner].split([',', ' ']) {
                tokens.push(at..at + item.len());
                at += item.len() + 1;
            }
        }
    }
    tokens
}

/// Tags of XML, and lines of other texts.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let split = if text.trim_start().starts_with("<?xml") || text.contains("<net") { '<' } else { '\n' };
    let mut starts: Vec<usize> = text.match_indices(split).map(|(at, _)| at).collect();
    starts.push(text.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// One to four changes of tokens of a file; `other` is a file from which some of the new content comes.
pub fn mutate_tokens(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let (Ok(text), Ok(other_text)) = (std::str::from_utf8(bytes), std::str::from_utf8(other)) else {
        return mutate(bytes, other, random);
    };
    let mut text = text.to_owned();
    for _ in 0..=random.below(4) {
        let own = tokens(&text);
        let Some(token) = own.get(random.below(own.len())).cloned() else { break };
        match random.below(10) {
            0..4 => {
                let extreme = EXTREMES[random.below(EXTREMES.len())].to_string();
                let word = WORDS[random.below(WORDS.len())];
                let new = if random.below(2) == 0 { &extreme } else { word };
                let quoted = text[token.clone()].starts_with('"');
                let new = if quoted { format!("\"{new}\"") } else { new.to_owned() };
                text.replace_range(token, &new);
            }
            4 | 5 => {
                let new = text[own[random.below(own.len())].clone()].to_owned();
                text.replace_range(token, &new);
            }
            6 => {
                let all = tokens(other_text);
                let new = all.get(random.below(all.len())).map_or("", |range| &other_text[range.clone()]);
                text.replace_range(token, new);
            }
            7 => text.replace_range(token, ""),
            choice => {
                let all = pieces(&text);
                let (from, to) = (random.below(all.len()), random.below(all.len()));
                let (Some(from), Some(to)) = (all.get(from).cloned(), all.get(to).cloned()) else { continue };
                let new = if choice == 8 { text[from].to_owned() } else { String::new() };
                text.replace_range(if random.below(2) == 0 { to.start..to.start } else { to }, &new);
            }
        }
        if text.len() > 1 << 16 {
            break;
        }
    }
    text.into_bytes()
}
