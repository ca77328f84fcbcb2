//! The Python examples of ONNX's ReduceMin page, and of the project's own page in the same form: the results are evaluated.

mod page;

use std::path::Path;

use page::{Array, Example, Literal, read};
use shapewright::{AttributeArg, OpQuery};
use shapewright::{ElementType, Elements, Tensor};

use crate::shared;

fn tensor(array: &Array, element: ElementType) -> Tensor {
    let elements = match element.integer_range() {
        Some(_) => Elements::of_ints(array.numbers.iter().map(|&n| n as i128)),
        None => Elements::Floats(array.numbers.clone().into()),
    };
    Tensor::from_elements(element, array.sizes.clone(), &elements).expect("the page's array is one")
}

fn element(array: &Array) -> ElementType {
    match array.dtype.as_deref() {
        Some("float32") => ElementType::F32,
        Some("float64") | None => ElementType::F64,
        Some("int64") => ElementType::I64,
        Some("int8") => ElementType::I8,
        Some(other) => panic!("{other} is not known here"),
    }
}

fn argument(value: &Literal) -> AttributeArg {
    match value {
        Literal::Int(i) => (*i).into(),
        Literal::List(list) => {
            let int = |l: &Literal| if let Literal::Int(i) = l { *i } else { panic!("{l:?} in a list of integers") };
            list.iter().map(int).collect::<Vec<i64>>().into()
        }
        other => panic!("{other:?} is no attribute of a reduction"),
    }
}

/// Evaluates an example, and returns what is wrong with the result.
fn difference(example: &Example) -> Option<String> {
    let mut query = OpQuery::onnx(&example.op, example.version);
    for (name, value) in &example.attributes {
        query = query.attribute(name, argument(value));
    }
    let inputs = example.inputs.iter().flatten();
    let query = inputs.clone().fold(query, |query, array| query.tensor(tensor(array, element(array))));
    let element = element(inputs.clone().next()?);
    let expected: Vec<Tensor> = example.outputs.iter().flatten().map(|o| tensor(o, element)).collect();
    assert_eq!(expected.len(), 1, "{}: the page shows its one output", example.name);
    let found = query.evaluate();
    (found.as_ref() != Ok(&expected)).then(|| format!("{}: {found:?}, the page shows {expected:?}", example.name))
}

fn check(page: &str) -> Vec<Example> {
    let examples = read(page);
    let wrong: Vec<String> = examples.iter().filter_map(difference).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    examples
}

fn own_page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cases/reduce-min-examples.rst");
    std::fs::read_to_string(path).expect("our page")
}

#[test]
fn examples_of_the_projects_own_page_match() {
    let examples = check(&own_page());
    let names: Vec<&str> = examples.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["keepdims_example", "several_axes_example", "all_axes_example"]);
    let first = &examples[0];
    assert_eq!((first.op.as_str(), first.version), ("ReduceMin", 13));
    let list = Literal::List(vec![Literal::Int(-2)]);
    assert_eq!(first.attributes, [("axes".to_owned(), list), ("keepdims".to_owned(), Literal::Int(1))]);
    let array = first.inputs[0].as_ref().expect("a literal");
    assert_eq!((&array.sizes[..], array.numbers[3], array.dtype.as_deref()), (&[2, 2, 3][..], -0.5, Some("float32")));
    assert!(examples[2].attributes.iter().all(|(name, _)| name != "axes"), "axes=None is none");
}

/// A wrong number on the page is found: the examples are computed, not copied.
#[test]
fn wrong_page_is_detected() {
    let (page, mut wrong) = (own_page(), 0);
    for (right, other) in [("# [[[-0.5", "# [[[0.5"), ("# [-9 4]", "# [-9 5]"), ("[1, 0, 7]", "[1, -11, 7]")] {
        let changed = page.replacen(right, other, 1);
        assert_ne!(changed, page, "{right}");
        wrong += read(&changed).iter().filter_map(difference).count();
    }
    assert_eq!(wrong, 3);
}

#[test]
fn examples_of_onnxs_page_match() {
    let Some(folder) = shared::folder("spec") else { return };
    let page = std::fs::read_to_string(folder.join("onnx-reduce-min-1-to-13.rst")).expect("the page");
    let examples = check(&page);
    let names: Vec<&str> = examples.iter().map(|e| e.name.as_str()).collect();
    let expected = ["do_not_keepdims", "keepdims", "default_axes_keepdims", "negative_axes_keepdims"];
    assert_eq!(names, expected.map(|n| format!("test_reduce_min_{n}_example")));
}
