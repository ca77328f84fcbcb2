//! Types as text: `f32[N,3,1..4]`, as on the command line and in reports.

use std::fmt;

use std::str::FromStr;

use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{TensorType, ValueType};
use crate::shape::Shape;

/// The type that a caller specifies for a graph input, or expects for a value.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedType {
    /// The name: the tensor's, or for IR the layer's or a tensor name of its port.
    pub name: String,
    /// The element type, if specified.
    pub element: Option<ElementType>,
    /// The shape.
    pub shape: Shape,
}

/// The text is not a type; the message says why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTypeError(String);

impl fmt::Display for ParseTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for ParseTypeError {}

fn fault<T>(text: impl Into<String>) -> Result<T, ParseTypeError> {
    Err(ParseTypeError(text.into()))
}

impl FromStr for Dim {
    type Err = ParseTypeError;

    /// A size (`4`), an interval (`1..4`, `2..`, `..8`), `?`, or a symbol (`N`).
    fn from_str(text: &str) -> Result<Dim, ParseTypeError> {
        let text = text.trim();
        if text == "?" {
            return Ok(Dim::unknown());
        }
        if let Some((low, high)) = text.split_once("..") {
            let low = if low.trim().is_empty() { 0 } else { size(low)? };
            let high = if high.trim().is_empty() { Dim::UNBOUNDED } else { size(high)? };
            if low > high {
                return fault(format!("the interval `{text}` is empty; write the lower bound first"));
            }
            return Ok(Dim::interval(low, high));
        }
        match text.chars().next() {
            None => fault("a dimension is missing between commas"),
            Some('-') => fault(format!("`{text}` is not a size; write `?` for an unknown dimension")),
            Some(c) if c.is_alphabetic() || matches!(c, '_' | '(') => Ok(Dim::from(text)),
            // An expression over symbols is a name like any other.
            Some('0'..='9') if text.contains(['*', '+']) => Ok(Dim::from(text)),
            Some('0'..='9') => size(text).map(Dim::exact),
            Some(_) => fault(format!("`{text}` is not a dimension; expected a size, `1..4`, `2..`, `?` or a symbol")),
        }
    }
}

fn size(text: &str) -> Result<u64, ParseTypeError> {
    let text = text.trim();
    match text.parse::<u64>() {
        // Sizes are signed 64-bit integers in both formats.
        Ok(size) if i64::try_from(size).is_ok() => Ok(size),
        _ => fault(format!("`{text}` is not a size")),
    }
}

impl FromStr for Shape {
    type Err = ParseTypeError;

    /// `[1,?,2..]`; `[]` is a scalar, `[...]` a shape of unknown rank.
    fn from_str(text: &str) -> Result<Shape, ParseTypeError> {
        let inner = text.trim().strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        let Some(inner) = inner else {
            return fault(format!("`{}` is not a shape; write it as `[1,3,224,224]`", text.trim()));
        };
        match inner.trim() {
            "..." => Ok(Shape::UNKNOWN),
            "" => Ok(Shape::scalar()),
            dims => Ok(Shape::from_dims(dims.split(',').map(str::parse).collect::<Result<Vec<Dim>, _>>()?)),
        }
    }
}

impl FromStr for TensorType {
    type Err = ParseTypeError;

    /// `f32[N,3]`; the element type may be `?` or omitted.
    fn from_str(text: &str) -> Result<TensorType, ParseTypeError> {
        let text = text.trim();
        let Some(at) = text.find('[') else {
            let is_list = text.split(',').all(|size| size.trim().parse::<u64>().is_ok());
            let example = if is_list { format!("[{text}]") } else { "f32[1,3,224,224]".to_owned() };
            return fault(format!("`{text}` has no shape; write it as `{example}`"));
        };
        let (element, shape) = text.split_at(at);
        let element = match element.trim() {
            "" | "?" => None,
            name => Some(self::element(name)?),
        };
        Ok(TensorType::new(element, shape.parse()?))
    }
}

/// The maximum nesting depth of types.
const DEPTH: usize = 16;

impl FromStr for ValueType {
    type Err = ParseTypeError;

    /// `f32[N,3]`, `seq(f32[2])`, `optional(…)`, `sparse(f32[2])`, `map(string,f32[2])`, or `?`. Within another type,
    /// the shape may be omitted.
    fn from_str(text: &str) -> Result<ValueType, ParseTypeError> {
        match text.trim() {
            "?" => Ok(ValueType::Unknown),
            text => compound(text, DEPTH)?.map_or_else(|| Ok(ValueType::Tensor(text.parse()?)), Ok),
        }
    }
}

/// A container type; `None` if the text does not start as one.
fn compound(text: &str, depth: usize) -> Result<Option<ValueType>, ParseTypeError> {
    let Some((kind, rest)) = text.split_once('(') else { return Ok(None) };
    let kind = kind.trim();
    if !["seq", "optional", "sparse", "map"].contains(&kind) {
        return Ok(None);
    }
    let Some(inner) = rest.strip_suffix(')') else {
        return fault(format!("`{text}` is not a type; write it as `{kind}({})`", within(kind)));
    };
    if depth == 0 {
        return fault("the types are nested too deep");
    }
    Ok(Some(match kind {
        "seq" => ValueType::Sequence(held(inner, depth)?.into()),
        "optional" => ValueType::Optional(held(inner, depth)?.into()),
        "map" => {
            let Some((key, value)) = inner.split_once(',') else {
                return fault(format!("`{text}` is not a type; write it as `map({})`", within(kind)));
            };
            let key = if key.trim() == "?" { None } else { Some(element(key)?) };
            ValueType::Map(key, held(value, depth)?.into())
        }
        _ => match held(inner, depth)? {
            ValueType::Tensor(tensor) => ValueType::Sparse(tensor),
            other => return fault(format!("a sparse tensor cannot contain `{other}`")),
        },
    }))
}

/// An example of the inner type of a container.
fn within(kind: &str) -> &'static str {
    if kind == "map" { "string,f32[2]" } else { "f32[2]" }
}

/// The inner type of a container.
fn held(text: &str, depth: usize) -> Result<ValueType, ParseTypeError> {
    let text = text.trim();
    if let Some(compound) = compound(text, depth - 1)? {
        return Ok(compound);
    }
    match text {
        "?" => Ok(ValueType::Unknown),
        _ if text.contains('[') => Ok(ValueType::Tensor(text.parse()?)),
        _ => Ok(ValueType::tensor(element(text)?, Shape::UNKNOWN)),
    }
}

fn element(name: &str) -> Result<ElementType, ParseTypeError> {
    let name = name.trim();
    name.parse::<ElementType>().map_err(|error| match named_elsewhere(name) {
        Some(known) => ParseTypeError(format!("{error}; did you mean `{known}`?")),
        None if name.contains(':') => {
            ParseTypeError(format!("{error}; write a type without a name, such as `f32[N,3]`"))
        }
        None => ParseTypeError(format!("{error}; expected one of {}", crate::element::TypeSet::ALL)),
    })
}

/// The element type with this name in ONNX, OpenVINO, or NumPy.
fn named_elsewhere(name: &str) -> Option<ElementType> {
    let name = name.to_lowercase();
    let words = [
        ("float", ElementType::F32),
        ("single", ElementType::F32),
        ("double", ElementType::F64),
        ("half", ElementType::F16),
        ("bfloat16", ElementType::Bf16),
        ("boolean", ElementType::Bool),
        ("str", ElementType::String),
    ];
    if let Some((_, element)) = words.iter().find(|(word, _)| *word == name) {
        return Some(*element);
    }
    let prefixes = [("float", "f"), ("fp", "f"), ("uint", "u"), ("int", "i"), ("complex", "c")];
    let (short, bits) = prefixes.iter().find_map(|(long, short)| Some((short, name.strip_prefix(long)?)))?;
    format!("{short}{bits}").parse().ok()
}

impl FromStr for NamedType {
    type Err = ParseTypeError;

    /// `x:f32[1,3]`; the name is everything before the last `:`.
    fn from_str(text: &str) -> Result<NamedType, ParseTypeError> {
        let Some((name, ty)) = text.rsplit_once(':') else {
            return fault(format!("`{text}` is not a name with a type; expected a form such as `NAME:f32[1,3]`"));
        };
        let TensorType { element, shape } = ty.parse()?;
        Ok(NamedType { name: name.to_owned(), element, shape })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_types_round_trip() {
        for text in ["f32[N,3,1..4]", "?[1,?,2..]", "f32[...]", "i64[]", "bool[2*N+1]"] {
            let ty: TensorType = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(ty.to_string(), text);
        }
    }

    #[test]
    fn sizes_without_brackets_are_shown_with_them() {
        let why = |text: &str| text.parse::<TensorType>().expect_err(text).to_string();
        assert!(why("1,16000").contains("write it as `[1,16000]`"), "{}", why("1,16000"));
        assert!(why("float").contains("write it as `f32[1,3,224,224]`"), "{}", why("float"));
    }

    #[test]
    fn types_can_be_nested() {
        for text in
            ["f32[2]", "seq(f32[N,3])", "optional(seq(i64[]))", "sparse(f32[2])", "map(string,f32[...])", "?", "seq(?)"]
        {
            let ty: ValueType = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(ty.to_string(), text);
        }
        assert_eq!("seq(f32)".parse::<ValueType>().map(|ty| ty.to_string()), Ok("seq(f32[...])".to_owned()));
        let why = |text: &str| text.parse::<ValueType>().expect_err(text).to_string();
        assert!(why("seq(f32[2]").contains("write it as `seq(f32[2])`"));
        assert!(why("map(f32[2])").contains("`map(string,f32[2])`"));
        assert!(why("sparse(seq(f32))").contains("sparse"));
        assert!(why("seq(float)").contains("`float` is not an element type"));
        assert!(why(&format!("{}f32{}", "seq(".repeat(99), ")".repeat(99))).contains("too deep"));
    }

    #[test]
    fn the_name_precedes_the_last_colon() {
        let input: NamedType = "scope/x:0:[1, 3]".parse().expect("an input");
        assert_eq!((input.name.as_str(), input.element), ("scope/x:0", None));
        assert_eq!(input.shape, Shape::from_dims([1u64, 3]));
        assert_eq!("[..8]".parse(), Ok(Shape::from_dims([Dim::interval(0, 8)])));
    }

    #[test]
    fn invalid_types_are_explained() {
        let why = |text: &str| text.parse::<TensorType>().expect_err(text).to_string();
        assert!(why("f32[-1]").contains("write `?`"));
        assert!(why("f32[4..1]").contains("empty"));
        assert!(why("f32[1,,2]").contains("missing"));
        assert!(why("float[1]").contains("`float` is not an element type"));
        assert!(why("f32").contains("no shape"));
        assert!(why("f32[9223372036854775808]").contains("not a size"));
        assert!("x".parse::<NamedType>().is_err());
    }
}
