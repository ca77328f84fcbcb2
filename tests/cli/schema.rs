//! The subset of JSON Schema that the project uses; an unknown keyword fails, so none is ignored.

use serde_json::{Map, Value};

/// What of a value its schema does not allow, each with its place.
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut checker = Checker { root: schema, faults: Vec::new() };
    checker.check(schema, value, "");
    checker.faults
}

struct Checker<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl<'a> Checker<'a> {
    fn check(&mut self, schema: &'a Value, value: &Value, at: &str) {
        let Some(schema) = schema.as_object() else { panic!("{at}: a schema is an object") };
        for (keyword, rule) in schema {
            let holds = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let pointer = rule.as_str().and_then(|r| r.strip_prefix('#')).expect("a reference within");
                    let target = self.root.pointer(pointer).unwrap_or_else(|| panic!("{pointer} leads nowhere"));
                    self.check(target, value, at);
                    true
                }
                "type" => match rule {
                    Value::Array(types) => types.iter().any(|ty| is(value, ty)),
                    ty => is(value, ty),
                },
                "const" => value == rule,
                "enum" => rule.as_array().expect("a list").contains(value),
                "anyOf" => rule.as_array().expect("a list").iter().any(|s| self.allows(s, value)),
                "minimum" => value.as_f64().is_none_or(|n| n >= rule.as_f64().expect("a number")),
                "minItems" => value.as_array().is_none_or(|v| v.len() as u64 >= rule.as_u64().expect("a number")),
                "maxItems" => value.as_array().is_none_or(|v| v.len() as u64 <= rule.as_u64().expect("a number")),
                "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().expect("a pattern"), text)),
                "required" => {
                    let names = rule.as_array().expect("a list").iter().filter_map(Value::as_str);
                    value.as_object().is_none_or(|object| names.into_iter().all(|name| object.contains_key(name)))
                }
                "items" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}/{i}"));
                    }
                    true
                }
                "properties" | "additionalProperties" => true,
                other => panic!("{at}: keyword `{other}` is not known"),
            };
            if !holds {
                self.faults.push(format!("{at}: {keyword} {rule} does not hold: {value}"));
            }
        }
        if let Some(object) = value.as_object() {
            self.object(schema, object, at);
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>, object: &Map<String, Value>, at: &str) {
        for (name, value) in object {
            let place = format!("{at}/{name}");
            match (schema.get("properties").and_then(|p| p.get(name)), schema.get("additionalProperties")) {
                (Some(rule), _) => self.check(rule, value, &place),
                (None, Some(Value::Bool(false))) => self.faults.push(format!("{place} is no property")),
                (None, Some(rule)) => self.check(rule, value, &place),
                (None, None) => {}
            }
        }
    }

    fn allows(&self, schema: &'a Value, value: &Value) -> bool {
        let mut checker = Checker { root: self.root, faults: Vec::new() };
        checker.check(schema, value, "");
        checker.faults.is_empty()
    }
}

fn is(value: &Value, ty: &Value) -> bool {
    match ty.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("`{other}` is no type"),
    }
}

/// The patterns of the project's schemas, by meaning.
fn matches(pattern: &str, text: &str) -> bool {
    let hex = |text: &str| text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match pattern {
        "^[A-Z]{2}[0-9]{3}$" => {
            let (letters, digits) = text.split_at(text.len().min(2));
            letters.len() == 2 && letters.bytes().all(|b| b.is_ascii_uppercase()) && digits.len() == 3 && number(digits)
        }
        "^[0-9a-f]{16}(-[0-9]+)?$" => match text.split_once('-') {
            Some((hash, count)) => hex(hash) && number(count),
            None => hex(text),
        },
        r"\[.*\]$" => text.contains('[') && text.ends_with(']'),
        r"^ *out *\[ *[0-9]+ *\] *= *in *\[ *[0-9]+ *\] *$" => {
            let text = text.replace(' ', "");
            let sides = text.strip_prefix("out[").and_then(|t| t.strip_suffix(']')).and_then(|t| t.split_once("]=in["));
            sides.is_some_and(|(a, b)| number(a) && number(b))
        }
        r"^ *[0-9]* *\.\. *[0-9]* *$" => {
            let blank_or_number = |text: &str| text.trim_matches(' ').bytes().all(|b| b.is_ascii_digit());
            text.split_once("..").is_some_and(|(low, high)| blank_or_number(low) && blank_or_number(high))
        }
        other => panic!("pattern `{other}` is not known"),
    }
}
