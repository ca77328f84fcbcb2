//! The Python examples of ONNX's operator pages, parsed without changes: the literal subset of Python that they use.
//!
//! An example creates a node with `make_node` and tensors with `np.array`, shows the result in the comment after
//! `# print(NAME)`, and ends with `expect(`. Values that are computed in another way (random data) are unknown.

use std::collections::HashMap;

/// An example: the node, its inputs, and the result that the page shows.
#[derive(Debug)]
pub struct Example {
    /// The name of the test on the page.
    pub name: String,
    pub op: String,
    /// The version of the operator set, from the last `since version` before the example.
    pub version: i64,
    pub attributes: Vec<(String, Literal)>,
    /// The inputs, each `None` if it is no literal.
    pub inputs: Vec<Option<Array>>,
    /// The outputs as printed on the page, `None` if it does not show them.
    pub outputs: Vec<Option<Array>>,
}

/// A literal of Python, as far as examples write them.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    None,
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Literal>),
}

/// Nested lists of numbers, row-major.
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// numpy's name of the element type; printed numbers have none.
    pub dtype: Option<String>,
    pub sizes: Vec<usize>,
    pub numbers: Vec<f64>,
}

/// The value of a name while a page is read.
#[derive(Clone, Default)]
struct Name {
    value: Option<Literal>,
    array: Option<Array>,
    printed: Option<Array>,
}

#[derive(Default)]
struct Page {
    names: HashMap<String, Name>,
    version: i64,
    node: Option<(String, Vec<(String, Literal)>)>,
    examples: Vec<Example>,
}

/// Every example of a page that has a literal value for all of its inputs.
pub fn read(page: &str) -> Vec<Example> {
    let page = entities(page);
    let mut lines = page.lines().map(str::trim).peekable();
    let mut reader = Page::default();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("# print(").and_then(|l| l.strip_suffix(')')) {
            let mut shown = String::new();
            while let Some(more) = lines.next_if(|l| l.starts_with('#')) {
                shown += more.trim_start_matches('#');
            }
            reader.names.entry(name.to_owned()).or_default().printed = printed(&shown);
            continue;
        }
        if let Some(version) = line.strip_prefix("**since version ").and_then(|l| l.split('*').next()) {
            reader.version = version.parse().expect("a version");
            continue;
        }
        // A statement goes on until its brackets are closed.
        let mut statement = line.to_owned();
        while is_code(&statement) && open_brackets(&statement) > 0 {
            statement += lines.next().expect("brackets are closed");
        }
        reader.statement(&statement);
    }
    reader.examples
}

/// An assignment or the call that ends an example; prose is neither.
fn is_code(line: &str) -> bool {
    let name = line.split_once(" = ").map_or("", |(name, _)| name);
    line.starts_with("expect(") || (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

fn open_brackets(text: &str) -> i32 {
    text.chars().map(|c| i32::from("([".contains(c)) - i32::from(")]".contains(c))).sum()
}

/// HTML entities as the page's generator writes them.
fn entities(text: &str) -> String {
    let named = [("&#34;", "\""), ("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

/// The array that numpy prints: rows in brackets, with commas or without.
fn printed(text: &str) -> Option<Array> {
    let spaced = text.replace(',', " ").replace('[', " [ ").replace(']', " ] ");
    let mut words = spaced.split_whitespace().peekable();
    words.next_if_eq(&"[")?;
    let list = rows(&mut words)?;
    Array::of(&list, None).filter(|_| words.next().is_none())
}

fn rows<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Literal> {
    let mut open = vec![Vec::new()];
    for word in words.by_ref() {
        match word {
            "[" => open.push(Vec::new()),
            "]" => {
                let list = Literal::List(open.pop()?);
                match open.last_mut() {
                    None => return Some(list),
                    Some(outer) => outer.push(list),
                }
            }
            number => open.last_mut()?.push(Literal::Float(number.parse().ok()?)),
        }
    }
    None
}

impl Page {
    fn statement(&mut self, statement: &str) {
        if let Some(arguments) = call(statement, "expect") {
            return self.expect(arguments);
        }
        let Some((name, value)) = statement.split_once(" = ").filter(|_| is_code(statement)) else { return };
        if let Some(arguments) = call(value, "onnx.helper.make_node") {
            self.node = Some(self.make_node(arguments));
            return;
        }
        let known = match call(value, "np.array") {
            Some(arguments) => Name { array: self.np_array(arguments), ..Name::default() },
            None => Name { value: self.literal(value), ..Name::default() },
        };
        self.names.insert(name.to_owned(), known);
    }

    fn make_node(&self, arguments: &str) -> (String, Vec<(String, Literal)>) {
        let (mut op, mut attributes) = (String::new(), Vec::new());
        for argument in split(arguments) {
            match argument.split_once('=') {
                None => op = argument.trim_matches('"').to_owned(),
                Some(("inputs" | "outputs" | "name" | "domain", _)) => {}
                Some((key, value)) => match self.literal(value).expect("an attribute is a literal") {
                    Literal::None => {}
                    value => attributes.push((key.to_owned(), value)),
                },
            }
        }
        (op, attributes)
    }

    fn np_array(&self, arguments: &str) -> Option<Array> {
        let parts = split(arguments);
        let dtype = parts.iter().find_map(|p| p.strip_prefix("dtype=")).map(|t| t.trim_start_matches("np."));
        Array::of(&self.literal(parts.first()?)?, dtype)
    }

    /// Ends an example. An example without literal inputs is dropped.
    fn expect(&mut self, arguments: &str) {
        let (mut inputs, mut outputs, mut test) = (Vec::new(), Vec::new(), String::new());
        for argument in split(arguments) {
            let Some((key, value)) = argument.split_once('=') else { continue };
            let listed = || split(value.trim_matches(|c| c == '[' || c == ']'));
            let name = |n: &String| self.names.get(n.as_str()).cloned().unwrap_or_default();
            match key {
                "inputs" => inputs = listed().iter().map(|n| name(n).array).collect(),
                "outputs" => outputs = listed().iter().map(|n| name(n).printed).collect(),
                "name" => test = value.trim_matches('"').to_owned(),
                _ => {}
            }
        }
        let (op, attributes) = self.node.clone().expect("a node before `expect`");
        if inputs.iter().all(Option::is_some) {
            let version = self.version;
            self.examples.push(Example { name: test, op, version, attributes, inputs, outputs });
        }
    }

    /// A literal, or a name that refers to one.
    fn literal(&self, text: &str) -> Option<Literal> {
        let text = text.trim();
        if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            return split(inner).iter().map(|item| self.literal(item)).collect::<Option<_>>().map(Literal::List);
        }
        if let Some(text) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
            return Some(Literal::Text(text.to_owned()));
        }
        let number = || text.parse().map(Literal::Int).or_else(|_| text.parse().map(Literal::Float)).ok();
        match text {
            "None" => Some(Literal::None),
            "True" => Some(Literal::Int(1)),
            "False" => Some(Literal::Int(0)),
            _ => number().or_else(|| self.names.get(text)?.value.clone()),
        }
    }
}

impl Array {
    /// Nested lists of which those of one depth have one length.
    fn of(list: &Literal, dtype: Option<&str>) -> Option<Array> {
        let (mut level, mut sizes) = (vec![list], Vec::new());
        while let Some(Literal::List(first)) = level.first() {
            sizes.push(first.len());
            let lists = level.iter().map(|l| match l {
                Literal::List(items) if items.len() == first.len() => Some(items.iter()),
                _ => None,
            });
            level = lists.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        }
        let numbers = level.iter().map(|l| match l {
            Literal::Int(i) => Some(*i as f64),
            Literal::Float(f) => Some(*f),
            _ => None,
        });
        Some(Array { dtype: dtype.map(str::to_owned), sizes, numbers: numbers.collect::<Option<_>>()? })
    }
}

/// The arguments of a call of this function.
fn call<'t>(text: &'t str, function: &str) -> Option<&'t str> {
    text.trim().strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')
}

/// The parts between the commas outside brackets; `key=value` without surrounding spaces.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        match parts.last_mut() {
            Some(part) if c != ',' || depth > 0 => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect()
}
