//! Inputs on the command line: a type, optionally with elements.

use std::str::FromStr;
use std::sync::Arc;

use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, ValueType};
use crate::tensor::Tensor;

/// An input on the command line.
#[derive(Clone, Debug)]
pub(crate) enum InputArg {
    /// Omitted.
    Absent,
    /// A type.
    Known(Box<Fact>, Option<ElementType>),
    /// A constant.
    Constant(Tensor),
}

impl InputArg {
    /// The element type, if it is known.
    pub(crate) fn element(&self) -> Option<ElementType> {
        match self {
            InputArg::Absent => None,
            InputArg::Known(_, element) => *element,
            InputArg::Constant(tensor) => Some(tensor.element()),
        }
    }
}

impl FromStr for InputArg {
    type Err = String;

    fn from_str(text: &str) -> Result<InputArg, String> {
        if matches!(text.trim(), "" | "-") {
            return Ok(InputArg::Absent);
        }
        let (ty, value) = text.split_once('=').map_or((text, None), |(ty, value)| (ty, Some(value)));
        if let Some(value) = value.filter(|_| !ty.contains(['[', '('])) {
            return Err(shapeless(ty.trim(), value));
        }
        let ty: ValueType = ty.parse().map_err(|error: crate::type_syntax::ParseTypeError| error.to_string())?;
        let Some(value) = value else {
            let element = ty.as_tensor().and_then(|tensor| tensor.element);
            return Ok(InputArg::Known(Box::new(Fact::from(ty)), element));
        };
        let ValueType::Tensor(ty) = ty else {
            return Err(format!("a constant must be a tensor, not `{ty}`; omit the value"));
        };
        let element = ty.element.ok_or("a constant requires an element type, such as i64[1]={1}")?;
        let sizes = ty.shape.sizes().ok_or("a constant requires a static shape, such as i64[1]={1}")?;
        tensor(element, &sizes, value).map(InputArg::Constant)
    }
}

/// The error message for a constant without a shape.
fn shapeless(ty: &str, value: &str) -> String {
    match items(value).len() {
        1 => format!("`{ty}={value}` has no shape; write `{ty}[]={value}` for a scalar, `{ty}[1]={value}` for a list"),
        count => format!("`{ty}={value}` has no shape; write it as `{ty}[{count}]={value}`"),
    }
}

/// The items of a list: `{1,2}`, `[1,2]` or `1,2`.
pub(crate) fn items(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inside = |open, close| text.strip_prefix(open).and_then(|t: &str| t.strip_suffix(close));
    let text = inside('{', '}').or_else(|| inside('[', ']')).unwrap_or(text);
    if text.trim().is_empty() { Vec::new() } else { text.split(',').map(str::trim).collect() }
}

/// A constant with this shape and this list of elements.
pub(crate) fn tensor(element: ElementType, sizes: &[u64], value: &str) -> Result<Tensor, String> {
    let sizes: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    let sizes = sizes.ok_or("the sizes are too large")?;
    let items = items(value);
    if element == ElementType::String {
        let texts: Vec<Arc<[u8]>> = items.iter().map(|text| Arc::from(text.as_bytes())).collect();
        return Tensor::of_strings(sizes, texts).map_err(|error| format!("`{value}`: {error}"));
    }
    let elements = elements(element, &items)?;
    Tensor::from_elements(element, sizes, &elements).map_err(|error| format!("`{value}` as {element}: {error}"))
}

/// Parses elements.
pub(crate) fn elements(element: ElementType, items: &[&str]) -> Result<Elements, String> {
    let wrong = |text: &str| format!("`{text}` is not an element of type {element}");
    if element.is_float() {
        let float = |text: &&str| text.parse::<f64>().map_err(|_| wrong(text));
        return Ok(Elements::Floats(items.iter().map(float).collect::<Result<_, _>>()?));
    }
    let int = |text: &&str| match *text {
        "true" => Ok(SymInt::exact(1)),
        "false" => Ok(SymInt::exact(0)),
        text => text.parse::<i128>().map(SymInt::exact).map_err(|_| wrong(text)),
    };
    Ok(Elements::Ints(items.iter().map(int).collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_a_type_or_a_constant_or_omitted() {
        let given = |text: &str| text.parse::<InputArg>();
        assert!(matches!(given("-"), Ok(InputArg::Absent)));
        assert!(matches!(given("f32[N,3]"), Ok(InputArg::Known(..))));
        let Ok(InputArg::Constant(axes)) = given("i64[2]={1, -1}") else { panic!("a constant") };
        assert_eq!(axes.values::<i64>(), Some(&[1, -1][..]));
        let Ok(InputArg::Constant(low)) = given("f32[]=0.5") else { panic!("a constant") };
        assert_eq!((low.sizes(), low.values::<f32>()), (&[][..], Some(&[0.5][..])));
        assert!(matches!(given("bool[1]=true"), Ok(InputArg::Constant(_))));
        assert!(matches!(given("i64[0]={}"), Ok(InputArg::Constant(_))));
        assert!(matches!(given("seq(f32[2])"), Ok(InputArg::Known(..))));
    }

    #[test]
    fn an_invalid_constant_is_explained() {
        let why = |text: &str| text.parse::<InputArg>().expect_err(text);
        assert!(why("i64[2]={1}").contains("the length is 1; expected 2"));
        assert!(why("i64[1]={x}").contains("`x` is not an element of type i64"));
        assert!(why("i64[N]={1}").contains("a static shape"));
        assert!(why("[1]={1}").contains("an element type"));
        assert!(why("u8[1]={300}").contains("u8"));
        assert!(why("i64={1}").contains("write `i64[]={1}` for a scalar"));
        assert!(why("i64={1,2}").contains("write it as `i64[2]={1,2}`"));
        assert!(why("seq(f32[2])={1}").contains("not `seq(f32[2])`"));
        assert!(!why("f32[9223372036854775807,9]={1}").is_empty());
    }
}
