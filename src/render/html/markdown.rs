//! The page of a rule as HTML: the part of Markdown that these pages use.

use std::io::{self, Write};

use super::text::Escaped;

/// Writes headings, paragraphs, lists, and fenced code. Levels of headings start at `level`.
pub(super) fn write(out: &mut dyn Write, markdown: &str, level: usize) -> io::Result<()> {
    let mut page = Page { out, block: Block::None, text: String::new(), level };
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            page.switch(Block::None)?;
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            page.code(&code)?;
        } else {
            page.line(line)?;
        }
    }
    page.switch(Block::None)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Paragraph,
    Item,
}

struct Page<'a> {
    out: &'a mut dyn Write,
    /// The block whose lines are being collected.
    block: Block,
    text: String,
    level: usize,
}

impl Page<'_> {
    fn line(&mut self, line: &str) -> io::Result<()> {
        let hashes = line.bytes().take_while(|&byte| byte == b'#').count();
        if line.trim().is_empty() {
            return self.end_block();
        }
        if hashes > 0 && line[hashes..].starts_with(' ') {
            self.switch(Block::None)?;
            let level = (self.level + hashes - 1).min(6);
            return writeln!(self.out, "<h{level}>{}</h{level}>", inline(line[hashes..].trim()));
        }
        let (block, text) = match line.strip_prefix("* ").or_else(|| line.strip_prefix("- ")) {
            Some(text) => {
                self.end_block()?;
                (Block::Item, text)
            }
            None if self.text.is_empty() => (Block::Paragraph, line),
            // The next line of the same block.
            None => (self.block, line.trim_start()),
        };
        if self.text.is_empty() {
            self.switch(block)?;
        } else {
            self.text.push(' ');
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Writes the collected lines.
    fn end_block(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        match self.block {
            _ if text.is_empty() => Ok(()),
            Block::Item => writeln!(self.out, "<li>{}</li>", inline(&text)),
            _ => writeln!(self.out, "<p>{}</p>", inline(&text)),
        }
    }

    /// Begins a block of another kind; a list lasts as long as only items follow.
    fn switch(&mut self, block: Block) -> io::Result<()> {
        self.end_block()?;
        let before = std::mem::replace(&mut self.block, block);
        match (before, block) {
            (Block::Item, Block::Item) => Ok(()),
            (Block::Item, _) => writeln!(self.out, "</ul>"),
            (_, Block::Item) => writeln!(self.out, "<ul>"),
            _ => Ok(()),
        }
    }

    /// Fenced code; the additions and removals of a diff are marked.
    fn code(&mut self, lines: &[&str]) -> io::Result<()> {
        write!(self.out, "<pre>")?;
        for line in lines {
            match line.as_bytes().first() {
                Some(b'+') => writeln!(self.out, "<ins>{}</ins>", Escaped(line))?,
                Some(b'-') => writeln!(self.out, "<del>{}</del>", Escaped(line))?,
                _ => writeln!(self.out, "{}", Escaped(line))?,
            }
        }
        writeln!(self.out, "</pre>")
    }
}

/// Code, emphasis, and links. A page has no links that leave it, so their addresses are text.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        out.push_str(&Escaped(&rest[..at]).to_string());
        rest = &rest[at..];
        if let Some((code, after)) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
            out.push_str(&format!("<code>{}</code>", Escaped(code)));
            rest = after;
        } else if let Some((bold, after)) = rest.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
            out.push_str(&format!("<strong>{}</strong>", inline(bold)));
            rest = after;
        } else if let Some((label, address, after)) = link(rest) {
            out.push_str(&format!("{} ({})", inline(label), Escaped(address.trim_start_matches("../"))));
            rest = after;
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out.push_str(&Escaped(rest).to_string());
    out
}

fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, after) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = after.split_once(')')?;
    (!label.contains(']')).then_some((label, address, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        let mut out = Vec::new();
        write(&mut out, markdown, 3).expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn blocks_are_elements() {
        let page = "# OP1 name\n\nAn **axis** in\n`[-r, <r]`.\n\n* one\n  more\n* two ([a](../../b.md))\n\n## Fix\n\n```diff\n-x\n+y\n z\n```\n";
        let expected = "<h3>OP1 name</h3>\n<p>An <strong>axis</strong> in <code>[-r, &lt;r]</code>.</p>\n<ul>\n\
            <li>one more</li>\n<li>two (a (b.md))</li>\n</ul>\n<h4>Fix</h4>\n<pre><del>-x</del>\n<ins>+y</ins>\n z\n</pre>\n";
        assert_eq!(html(page), expected);
    }

    #[test]
    fn every_rule_page_is_typeset() {
        for rule in crate::rules::RULES {
            let page = html(&rule.page());
            assert_eq!(page.matches("<ul>").count(), page.matches("</ul>").count(), "{}", rule.code());
            assert!(!page.contains("```") && !page.contains("**") && !page.contains("\n#"), "{}: {page}", rule.code());
        }
    }
}
