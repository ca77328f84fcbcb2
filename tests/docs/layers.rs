//! Modules import from lower layers. `LAYERS` is the order of the layers; `ARCHITECTURE.md` shows the same table.
//!
//! Every `use` and every qualified path outside tests is read. A module may import from layers below its own and from
//! earlier modules of its own layer. Within a directory, sibling files and directories do not import each other in a
//! cycle; items of the directory's own `mod.rs` are shared and do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top; within a layer, in the order in which modules may import each other.
const LAYERS: &[(&str, &[&str])] = &[
    ("bytes", &["escape", "short_text", "suggest", "source", "limits", "protobuf"]),
    (
        "vocabulary",
        &[
            "dialect",
            "ids",
            "place",
            "suppression",
            "target",
            "fix_edit",
            "rule",
            "diagnostic",
            "rules",
            "unread_weights",
        ],
    ),
    ("knowledge", &["expr", "dim", "constraint", "element", "shape", "elements", "fact", "type_syntax", "ir_syntax"]),
    ("elements", &["tensor", "kernel"]),
    ("model", &["graph", "rewrite"]),
    ("operators", &["ops", "custom_lint", "options", "node"]),
    ("formats", &["format", "write"]),
    ("inference", &["facts", "evaluate", "explain", "declarable", "infer"]),
    (
        "services",
        &[
            "op_query",
            "extract",
            "fold",
            "lint",
            "propose",
            "analyze",
            "fix",
            "session",
            "annotate",
            "specialize",
            "summary",
            "diff",
            "print",
            "convert",
            "suppress",
            "snapshot",
        ],
    ),
    ("interface", &["report", "render", "testing", "cli"]),
];

/// A module: the path below `src`, without `mod`.
type Module = Vec<String>;

/// The code of a file without comments, strings, and items that are compiled for tests alone.
fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'', 'r']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with('"') {
            string_end(rest)
        } else if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("'\\") {
            4
        } else {
            out.push_str(&rest[..1]);
            1
        };
        rest = &rest[skipped..];
    }
    out.push_str(rest);
    without_tests(out)
}

fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

fn without_tests(mut text: String) -> String {
    const MARK: &str = "#[cfg(test)]";
    while let Some(start) = text.find(MARK) {
        let item = &text[start + MARK.len()..];
        let open = item.find(['{', ';']).unwrap_or(item.len());
        let end = if item[open..].starts_with('{') { open + block_end(&item[open..]) } else { open + 1 };
        text.replace_range(start..(start + MARK.len() + end).min(text.len()), "");
    }
    text
}

fn block_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The paths of a `use` tree.
fn leaves(tree: &str, prefix: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        found.push(format!("{prefix}{path}"));
        return;
    };
    let prefix = format!("{prefix}{}", tree[..open].trim());
    let body = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut start) = (0, 0);
    for (at, byte) in body.bytes().chain([b',']).enumerate() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if byte == b',' && depth == 0 {
            if !body[start..at].trim().is_empty() {
                leaves(&body[start..at], &prefix, found);
            }
            start = at + 1;
        }
    }
}

/// All paths of the code: those that `use` names, whether it makes them public, and those in expressions.
fn paths(code: &str) -> Vec<(String, bool)> {
    let (mut found, mut plain) = (Vec::new(), String::new());
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let is_word = rest[..at].chars().next_back().is_none_or(|c| c.is_whitespace());
        plain.push_str(&rest[..at]);
        if !is_word {
            plain.push_str("use ");
            rest = &rest[at + 4..];
            continue;
        }
        let line = rest[..at].rsplit('\n').next().unwrap_or_default();
        let end = rest[at..].find(';').map_or(rest.len(), |end| at + end);
        let mut tree = Vec::new();
        leaves(&rest[at + 4..end], "", &mut tree);
        let public = line.trim_start().starts_with("pub");
        found.extend(tree.into_iter().map(|path| (path, public)));
        rest = &rest[end..];
    }
    plain.push_str(rest);
    let mut rest = plain.as_str();
    while let Some(at) = ["crate::", "super::"].iter().filter_map(|start| rest.find(start)).min() {
        let before = rest[..at].chars().next_back();
        let end = rest[at..].find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len() - at);
        let path = rest[at..at + end].trim_end_matches(':');
        if before.is_none_or(|c| !c.is_alphanumeric() && c != '$' && c != ':') {
            found.push((path.to_owned(), false));
        }
        rest = &rest[at + end.max(1)..];
    }
    found
}

struct Crate {
    files: BTreeMap<Module, String>,
    /// What a module makes public of others: the name, and the path where it is.
    exports: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Crate {
    fn read() -> Crate {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let (mut files, mut folders) = (BTreeMap::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of src").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") && !is_test(&path) {
                    let text = fs::read_to_string(&path).expect("a source file");
                    files.insert(module(path.strip_prefix(&root).expect("below src")), code(&text));
                }
            }
        }
        let mut all = Crate { files, exports: BTreeMap::new() };
        for (module, code) in &all.files {
            let public = paths(code).into_iter().filter(|(_, public)| *public);
            let named = public.filter_map(|(path, _)| {
                let path = all.absolute(module, &path)?;
                Some((path.last()?.clone(), path))
            });
            all.exports.insert(module.clone(), named.collect());
        }
        all
    }

    /// A path from the root of the crate; `None` for one into another crate.
    fn absolute(&self, module: &Module, path: &str) -> Option<Module> {
        let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
        let mut base = match *parts.first()? {
            "crate" => Vec::new(),
            "self" => module.clone(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            first => {
                let child: Module = module.iter().cloned().chain([first.to_owned()]).collect();
                self.files.contains_key(&child).then_some(())?;
                parts.insert(0, "self");
                module.clone()
            }
        };
        let mut parts = parts[1..].iter().peekable();
        while parts.next_if(|part| **part == "super").is_some() {
            base.pop();
        }
        base.extend(parts.filter(|part| **part != "self" && **part != "*").map(|part| (*part).to_owned()));
        Some(base)
    }

    /// The module in which the item of a path is defined.
    fn home(&self, path: &Module) -> Option<Module> {
        let mut path = path.clone();
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|&n| n == 0 || self.files.contains_key(&path[..n]))?;
            let module = path[..length].to_vec();
            let Some(item) = path.get(length) else { return Some(module) };
            match self.exports.get(&module).and_then(|names| names.get(item)) {
                Some(other) if *other != path => path = other.clone(),
                _ => return Some(module),
            }
        }
        None
    }

    /// Which module imports from which, with one path that shows it.
    fn imports(&self) -> BTreeMap<(Module, Module), String> {
        let mut found = BTreeMap::new();
        for (module, code) in self.files.iter().filter(|(module, _)| !module.is_empty()) {
            for (path, _) in paths(code) {
                let home = self.absolute(module, &path).and_then(|path| self.home(&path));
                if let Some(home) = home.filter(|home| home != module) {
                    found.entry((module.clone(), home)).or_insert(path);
                }
            }
        }
        found
    }
}

fn is_test(path: &Path) -> bool {
    let tests = path.components().any(|part| part.as_os_str() == "tests");
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    tests || ["tests", "test_util", "sample", "main"].contains(&name)
}

fn module(path: &Path) -> Module {
    let path: PathBuf = path.with_extension("");
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.filter(|part| part != "mod" && part != "lib").collect()
}

/// The layer and the position of a top-level module.
fn rank(module: &str) -> Option<usize> {
    LAYERS.iter().flat_map(|(_, modules)| *modules).position(|known| *known == module)
}

#[test]
fn modules_import_only_from_lower_layers() {
    let all = Crate::read();
    let top: BTreeSet<&str> = all.files.keys().filter_map(|module| module.first()).map(String::as_str).collect();
    let listed: BTreeSet<&str> = LAYERS.iter().flat_map(|(_, modules)| *modules).copied().collect();
    assert_eq!(top, listed, "every module has its layer");
    let imports = all.imports();
    assert!(imports.len() > 1_500, "only {} imports were found", imports.len());
    let mut upward = Vec::new();
    for ((from, to), path) in &imports {
        // Exported macros stand at the root, whichever module they are written in.
        if path.starts_with("crate::__") {
            continue;
        }
        let Some(target) = to.first() else {
            upward.push(format!("{}: `{path}` names the crate's root; name the module", from.join("::")));
            continue;
        };
        let from_rank = from.first().and_then(|name| rank(name));
        if from.first() != Some(target) && rank(target) >= from_rank {
            upward.push(format!("{} imports `{path}` of {target}, which stands above", from.join("::")));
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn sibling_files_have_no_cyclic_imports() {
    let imports = Crate::read().imports();
    // By folder: which of its files and folders imports from which.
    let mut folders: BTreeMap<&[String], BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for (from, to) in imports.keys() {
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if let (Some(a), Some(b)) = (from.get(shared), to.get(shared)) {
            folders.entry(&from[..shared]).or_default().entry(a).or_default().insert(b);
        }
    }
    let mut cycles = Vec::new();
    for (folder, edges) in &folders {
        for start in edges.keys() {
            let (mut seen, mut open) = (BTreeSet::new(), vec![*start]);
            while let Some(at) = open.pop() {
                for next in edges.get(at).into_iter().flatten() {
                    if seen.insert(*next) {
                        open.push(next);
                    }
                }
            }
            if seen.contains(start) {
                cycles.push(format!("{}::{start}", folder.join("::")));
            }
        }
    }
    assert!(cycles.is_empty(), "these reach themselves: {}", cycles.join(", "));
}

#[test]
fn architecture_shows_the_same_layers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).expect("ARCHITECTURE.md");
    let rows: Vec<String> = LAYERS
        .iter()
        .rev()
        .map(|(name, modules)| {
            let modules: Vec<String> = modules.iter().map(|module| format!("`{module}`")).collect();
            format!("| {name} | {} |", modules.join(" "))
        })
        .collect();
    let mut at = 0;
    for row in rows {
        let found = text[at..].find(&row).unwrap_or_else(|| panic!("the picture lacks, or has too early: {row}"));
        at += found;
    }
}
