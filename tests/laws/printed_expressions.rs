//! The printers of `examples/codegen`: what they print has the value of the expression. An evaluator reads the text with
//! the precedence and the functions of its language; Rust is also compiled.

#[path = "../../examples/codegen/c.rs"]
mod c;
#[path = "../../examples/codegen/mlir.rs"]
mod mlir;
#[path = "../../examples/codegen/sympy.rs"]
mod sympy;

use std::fs;
use std::process::Command;

use shapewright::expr::{Expr, Symbol};

use crate::expressions::{SYMBOLS, Sizes, for_each, position};

/// A name in the languages: names in a model may be any text.
fn name(symbol: &Symbol) -> String {
    format!("s{}", position(symbol))
}

/// A quotient of integers, since SymPy divides exactly.
type Ratio = (i128, i128);

/// Reads sums, products, `a floordiv b`, `a mod b`, `a/b`, and calls of functions.
struct Reader<'t> {
    tokens: Vec<&'t str>,
    next: usize,
    value: &'t dyn Fn(&str) -> i128,
}

fn tokens(mut text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while let Some(first) = text.trim_start().chars().next() {
        text = text.trim_start();
        let word = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (token, rest) = text.split_at(if word == 0 { first.len_utf8() } else { word });
        found.push(token);
        text = rest;
    }
    found
}

impl<'t> Reader<'t> {
    fn read(text: &'t str, value: &'t dyn Fn(&str) -> i128) -> i128 {
        let mut reader = Reader { tokens: tokens(text), next: 0, value };
        let result = reader.sum();
        assert_eq!(reader.next, reader.tokens.len(), "{text}");
        whole(result)
    }

    fn takes(&mut self, token: &str) -> bool {
        let is_next = self.tokens.get(self.next) == Some(&token);
        self.next += usize::from(is_next);
        is_next
    }

    fn sum(&mut self) -> Ratio {
        let mut sum = self.product();
        loop {
            let sign = if self.takes("+") {
                1
            } else if self.takes("-") {
                -1
            } else {
                return sum;
            };
            let (a, b) = self.product();
            sum = (sum.0 * b + sign * a * sum.1, sum.1 * b);
        }
    }

    fn product(&mut self) -> Ratio {
        let mut product = self.operand();
        loop {
            if self.takes("*") {
                let (a, b) = self.operand();
                product = (product.0 * a, product.1 * b);
            } else if self.takes("/") {
                let by = whole(self.operand());
                product = (product.0 * by.signum(), product.1 * by.abs());
            } else if self.takes("floordiv") {
                product = (whole(product).div_euclid(whole(self.operand())), 1);
            } else if self.takes("mod") {
                product = (whole(product).rem_euclid(whole(self.operand())), 1);
            } else {
                return product;
            }
        }
    }

    fn operand(&mut self) -> Ratio {
        if self.takes("-") {
            let (a, b) = self.operand();
            return (-a, b);
        }
        if self.takes("(") {
            let inner = self.sum();
            assert!(self.takes(")"));
            return inner;
        }
        let word = self.tokens[self.next];
        self.next += 1;
        if self.takes("(") {
            return self.call(word);
        }
        (word.parse().unwrap_or_else(|_| (self.value)(word)), 1)
    }

    fn call(&mut self, function: &str) -> Ratio {
        let mut arguments = vec![self.sum()];
        while self.takes(",") {
            arguments.push(self.sum());
        }
        assert!(self.takes(")"));
        if let ("floor", [(a, b)]) = (function, &arguments[..]) {
            return (a.div_euclid(*b), 1);
        }
        let arguments: Vec<i128> = arguments.into_iter().map(whole).collect();
        let value = match (function, &arguments[..]) {
            ("floor_div", [a, b]) => a.div_euclid(*b),
            ("modulo" | "Mod", [a, b]) => a.rem_euclid(*b),
            ("min", [a, b]) => *a.min(b),
            ("max", [a, b]) => *a.max(b),
            ("Min", all) => *all.iter().min().expect("an argument"),
            ("Max", all) => *all.iter().max().expect("an argument"),
            _ => panic!("{function} with {} arguments", arguments.len()),
        };
        (value, 1)
    }
}

fn whole((a, b): Ratio) -> i128 {
    assert_eq!(a % b, 0, "{a}/{b} is not rounded");
    a / b
}

#[test]
fn c_and_sympy_have_the_value_of_the_expression() {
    let count = for_each(11, 4_000, |expr, sizes, value, _| {
        let size = |name: &str| i128::from(sizes[name.strip_prefix('s').expect("a symbol").parse::<usize>().unwrap()]);
        for text in [c::print(expr, &name), sympy::print(expr, &name)] {
            let text = text.expect("every operation is known");
            assert_eq!(Reader::read(&text, &size), value.into(), "{expr} is written {text}");
        }
    });
    assert!(count > 3_000, "{count}");
}

#[test]
fn affine_maps_have_the_value_of_the_expression() {
    let mut count = 0;
    for_each(12, 10_000, |expr, sizes, value, _| {
        let Some(text) = mlir::print(expr) else { return };
        count += usize::from(text.contains("floordiv") || text.contains("mod"));
        let (symbols, results) = (expr.symbols().collect::<Vec<_>>(), text.split_once("-> (").expect("results").1);
        assert_eq!(text.matches(", s").count(), symbols.len().saturating_sub(1) + results.matches(", s").count());
        let of = |name: &str| {
            let at: usize = name.strip_prefix('s').expect("a symbol").parse().unwrap();
            i128::from(sizes[position(symbols[at])])
        };
        let results = results.strip_suffix(")>").expect("the end").split(", ").map(|text| Reader::read(text, &of));
        let results: Vec<i128> = results.collect();
        let is_least = expr.to_string().starts_with("min");
        let result = if is_least { results.iter().min() } else { results.iter().max() };
        assert_eq!(result, Some(&i128::from(value)), "{expr} is written {text}");
    });
    assert!(count > 1_500, "{count}");
}

#[test]
fn what_is_printed_is_what_the_languages_write() {
    let n = Expr::from(Symbol::new("A"));
    let rows = n.checked_sub(3).and_then(|rows| rows.checked_ceil_div(4)).unwrap();
    assert_eq!(c::print(&rows, &name).unwrap(), "floor_div(s0, 4)");
    let last = n.checked_sub(1).and_then(|rows| rows.checked_modulo(4)?.checked_mul(-2)).unwrap();
    assert_eq!(c::print(&last, &name).unwrap(), "(-2) * modulo(s0 + 3, 4)");
    assert_eq!(sympy::print(&last, &name).unwrap(), "-2*Mod(s0 + 3, 4)");
    assert_eq!(mlir::print(&last).unwrap(), "affine_map<()[s0] -> (((s0 + 3) mod 4) * -2)>");
    let few = n.checked_min(8).and_then(|few| few.checked_min("D")).unwrap();
    assert_eq!(c::print(&few, &name).unwrap(), "min(min(8, s0), s3)");
    assert_eq!(mlir::print(&few).unwrap(), "affine_map<()[s0, s1] -> (8, s0, s1)>");
    assert_eq!(mlir::print(&n.checked_mul("D").unwrap()), None);
}

/// A program that compares the printed expressions with their values.
fn program(cases: &[(String, Sizes, i64)]) -> String {
    let mut text = String::from(
        "fn floor_div(a: i64, b: i64) -> i64 { a.div_euclid(b) }
         fn modulo(a: i64, b: i64) -> i64 { a.rem_euclid(b) }
         fn min(a: i64, b: i64) -> i64 { a.min(b) }
         fn max(a: i64, b: i64) -> i64 { a.max(b) }
         fn main() {\n",
    );
    for (code, sizes, value) in cases {
        let names: Vec<String> = (0..SYMBOLS.len()).map(|at| format!("s{at}")).collect();
        text += &format!(
            "    let ({}): (i64, i64, i64, i64) = ({}, {}, {}, {});\n",
            names.join(", "),
            sizes[0],
            sizes[1],
            sizes[2],
            sizes[3]
        );
        text += &format!("    assert_eq!({code}, {value}i64);\n");
    }
    text + "    floor_div(0, modulo(min(1, 1), 2) + max(0, 0));\n}\n"
}

#[test]
fn rust_compiles_to_the_value_of_the_expression() {
    let mut cases = Vec::new();
    for_each(13, 150, |expr, sizes, value, _| {
        cases.push((c::print(expr, &name).expect("every operation is known"), *sizes, value));
    });
    let folder = std::env::temp_dir().join(format!("shapewright-printed-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (source, binary) = (folder.join("main.rs"), folder.join("main"));
    fs::write(&source, program(&cases)).unwrap();
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled =
        Command::new(compiler).args(["--edition=2021", "-Awarnings", "-o"]).arg(&binary).arg(&source).output();
    let compiled = compiled.expect("the compiler that compiled this test");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&binary).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    fs::remove_dir_all(&folder).unwrap();
}
