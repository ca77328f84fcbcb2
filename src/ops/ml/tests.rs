use crate::element::ElementType;
use crate::elements::Elements;
use crate::fact::{Fact, ValueType};
use crate::op_query::AttributeArg;
use crate::op_query::OpQuery;
use crate::ops::test_util::{ask, fact, ints};

fn ml(name: &str, version: i64, input: &str) -> OpQuery {
    OpQuery::onnx(name, version).domain("ai.onnx.ml").input(fact(input))
}

fn map(key: ElementType, value: ElementType) -> Fact {
    ValueType::Map(Some(key), ValueType::tensor(value, crate::shape::Shape::scalar()).into()).into()
}

#[test]
fn features_keep_their_shape() {
    assert_eq!(ask(ml("Binarizer", 1, "f64[N,3]")), "f64[N,3]");
    assert_eq!(ask(ml("Normalizer", 1, "i64[N,3]").attribute("norm", "L2")), "f32[N,3]");
    assert_eq!(ask(ml("Normalizer", 1, "i64[N,3]").attribute("norm", "L3")), "f32[N,3] OP105");
    assert_eq!(ask(ml("Normalizer", 1, "f32[N,3,4]")), "f32[N,3,4] OP203");
    let scaler = |scale: usize, offset: usize| {
        let query = ml("Scaler", 1, "i64[N,3]").attribute("scale", vec![1f32; scale]);
        ask(query.attribute("offset", vec![0f32; offset]))
    };
    assert_eq!((scaler(3, 3), scaler(1, 1)), ("f32[N,3]".into(), "f32[N,3]".into()));
    assert_eq!((scaler(2, 2), scaler(3, 1)), ("f32[N,3] OP105".into(), "f32[N,3] OP105".into()));
    assert_eq!(ask(ml("Scaler", 1, "f32[N,3]")), "f32[N,3] OP109");
    let imputer = |input| ml("Imputer", 1, input);
    assert_eq!(ask(imputer("f32[N,3]").attribute("imputed_value_floats", vec![1f32])), "f32[N,3]");
    assert_eq!(ask(imputer("i64[N,3]").attribute("imputed_value_floats", vec![1f32])), "i64[N,3] OP105");
    assert_eq!(ask(imputer("i64[N,3]")), "i64[N,3] OP109");
    let both = imputer("i64[N,3]").attribute("imputed_value_floats", vec![1f32]);
    assert_eq!(ask(both.attribute("imputed_value_int64s", vec![1])), "i64[N,3] OP105");
}

#[test]
fn features_are_chosen_and_joined() {
    let chosen = |data, indices: Fact| ask(ml("ArrayFeatureExtractor", 1, data).input(indices));
    assert_eq!(chosen("f32[N,5]", ints("i64", &[1, 3])), "f32[N,2]");
    assert_eq!(chosen("f32[2,3,5]", fact("i64[2,2]")), "f32[2,3,4]");
    assert_eq!(chosen("f32[5]", ints("i64", &[1])), "f32[1,1]");
    assert_eq!(chosen("f32[...]", ints("i64", &[1])), "f32[...]");
    assert_eq!(chosen("f32[N,5]", ints("i64", &[5])), "f32[N,1] OP202");
    assert_eq!(chosen("f32[N,5]", ints("i64", &[-1])), "f32[N,1] OP202");
    assert_eq!(chosen("f32[]", ints("i64", &[0])), "f32[...] OP203");
    let joined = |sizes| ml("FeatureVectorizer", 1, "f32[N,3]").attribute("inputdimensions", sizes);
    assert_eq!(ask(joined(vec![3, 4]).input(fact("f32[2,4]"))), "f32[2,7]");
    assert_eq!(ask(joined(vec![3])), "f32[N,3]");
    assert_eq!(ask(joined(vec![3, 4])), "f32[N,?] OP105");
    let uneven = ml("FeatureVectorizer", 1, "f32[2,3]").attribute("inputdimensions", vec![3, 4]);
    assert_eq!(ask(uneven.input(fact("f32[3,4]"))), "f32[?,7] OP201");
    assert_eq!(ask(ml("FeatureVectorizer", 1, "f32[3]")), "f32[1,?] OP109");
}

#[test]
fn labels_are_encoded() {
    let first = |input| ask(ml("LabelEncoder", 1, input).attribute("classes_strings", vec!["a"]));
    assert_eq!((first("string[N]"), first("i64[N]")), ("i64[N]".into(), "string[N]".into()));
    for version in [2, 4] {
        let encoder = |input| ml("LabelEncoder", version, input).attribute("keys_strings", vec!["a", "b"]);
        assert_eq!(ask(encoder("string[N]").attribute("values_floats", vec![1f32, 2.0])), "f32[N]");
        assert_eq!(ask(encoder("string[N]").attribute("values_floats", vec![1f32])), "f32[N] OP105");
        assert_eq!(ask(encoder("i64[N]").attribute("values_floats", vec![1f32, 2.0])), "f32[N] TY102");
        assert_eq!(ask(encoder("string[N]")), "?[N] OP109");
        let both = encoder("string[N]").attribute("values_floats", vec![1f32, 2.0]);
        assert_eq!(ask(both.attribute("values_int64s", vec![1, 2])), "?[N] OP105");
    }
    let tensor = |count: usize| {
        AttributeArg::Tensor(ElementType::F64, vec![count as u64], Elements::Floats(vec![1.0; count].into()))
    };
    let query =
        || ml("LabelEncoder", 4, "i64[N]").attribute("keys_int64s", vec![1]).attribute("values_tensor", tensor(1));
    assert_eq!(ask(query()), "f64[N]");
    assert_eq!(ask(query().attribute("default_tensor", tensor(2))), "f64[N] OP105");
    let mapper = |strings| ml("CategoryMapper", 1, "string[N]").attribute("cats_strings", strings);
    assert_eq!(ask(mapper(vec!["a"]).attribute("cats_int64s", vec![1])), "i64[N]");
    assert_eq!(ask(mapper(vec!["a"]).attribute("cats_int64s", vec![1, 2])), "i64[N] OP105");
    assert_eq!(ask(mapper(vec!["a"])), "i64[N] OP109");
    assert_eq!(ask(ml("OneHotEncoder", 1, "i64[N,2]").attribute("cats_int64s", vec![1, 2, 3])), "f32[N,2,3]");
    assert_eq!(ask(ml("OneHotEncoder", 1, "i64[N,2]")), "f32[N,2,?] OP109");
}

#[test]
fn maps_and_tensors() {
    let of = |name: &str, map: Fact| OpQuery::onnx(name, 1).domain("ai.onnx.ml").input(map);
    let words = map(ElementType::String, ElementType::F32);
    assert_eq!(ask(of("DictVectorizer", words).attribute("string_vocabulary", vec!["a", "b"])), "f32[...]");
    let numbers = || map(ElementType::I64, ElementType::F32);
    assert_eq!(ask(of("CastMap", numbers())), "f32[1,?]");
    let sparse = of("CastMap", numbers()).attribute("map_form", "SPARSE").attribute("max_map", 7);
    assert_eq!(ask(sparse.attribute("cast_to", "TO_INT64")), "i64[1,7]");
    assert_eq!(ask(of("CastMap", numbers()).attribute("cast_to", "TO_X")), "?[1,?] OP105");
    let zip = |input| ml("ZipMap", 1, input);
    let answer = zip("f32[2,3]").attribute("classlabels_strings", vec!["a", "b", "c"]).infer();
    assert!(answer.findings.is_empty());
    assert_eq!(answer.outputs[0].ty.to_string(), "seq(map(string,f32[]))");
    let length = OpQuery::onnx("SequenceLength", 11).input(answer.outputs[0].clone());
    assert_eq!(ask(length), "i64[] = 2");
    assert_eq!(ask(zip("f32[N,3]").attribute("classlabels_int64s", vec![1, 2])), "seq(map(i64,f32[])) OP201");
    assert_eq!(ask(zip("f32[N,3]")), "seq(map(?,f32[])) OP109");
}

fn linear(input: &str, labels: Vec<i64>, intercepts: usize, coefficients: usize) -> String {
    let query = ml("LinearClassifier", 1, input).attribute("classlabels_ints", labels).outputs(2);
    let query = query.attribute("intercepts", vec![0f32; intercepts]);
    ask(query.attribute("coefficients", vec![0f32; coefficients]))
}

#[test]
fn classes_have_scores() {
    assert_eq!(linear("f32[N,3]", vec![0, 1], 2, 6), "i64[N] | f32[N,2]");
    assert_eq!(linear("f32[N,3]", vec![0, 1], 1, 3), "i64[N] | f32[N,2]");
    assert_eq!(linear("f32[3]", vec![0, 1, 2], 3, 9), "i64[1] | f32[1,3]");
    assert_eq!(linear("f32[N,3]", vec![0, 1, 2], 1, 3), "i64[N] | f32[N,?] OP105");
    assert_eq!(linear("f32[N,3]", vec![0, 1], 2, 5), "i64[N] | f32[N,2] OP105");
    assert_eq!(linear("f32[N,4]", vec![0, 1], 2, 6), "i64[N] | f32[N,2] OP105");
    assert_eq!(linear("f32[N,3,4]", vec![0, 1], 2, 8), "i64[?] | f32[?,2] OP203");
    let svm = |classes: i64| {
        let query =
            ml("SVMClassifier", 1, "f32[N,3]").attribute("classlabels_ints", (0..classes).collect::<Vec<i64>>());
        query.outputs(2).attribute("vectors_per_class", vec![1; classes as usize])
    };
    assert_eq!(ask(svm(3)), "i64[N] | f32[N,3]");
    assert_eq!(ask(svm(4)), "i64[N] | f32[N,4..6]");
    assert_eq!(ask(svm(4).attribute("prob_a", vec![1f32])), "i64[N] | f32[N,4]");
    assert_eq!(ask(svm(2).attribute("kernel_type", "FOO")), "i64[N] | f32[N,2] OP105");
    assert_eq!(ask(ml("LinearRegressor", 1, "f32[N,3]").attribute("coefficients", vec![1f32; 3])), "f32[N,1]");
    let two = ml("LinearRegressor", 1, "i64[N,3]").attribute("coefficients", vec![1f32; 6]);
    assert_eq!(ask(two.attribute("targets", 2)), "f32[N,2]");
    assert_eq!(ask(ml("SVMRegressor", 1, "f64[3]")), "f32[1,1]");
}

#[test]
fn trees_vote() {
    for version in [1, 3] {
        let classifier = ml("TreeEnsembleClassifier", version, "f32[N,3]").outputs(2);
        let classifier = classifier.attribute("classlabels_strings", vec!["a", "b", "c"]);
        assert_eq!(ask(classifier), "string[N] | f32[N,3]");
        let regressor = || ml("TreeEnsembleRegressor", version, "f64[N,3]").attribute("n_targets", 2);
        assert_eq!(ask(regressor()), "f32[N,2]");
        let uneven = regressor().attribute("nodes_nodeids", vec![0, 1]).attribute("nodes_values", vec![0f32]);
        assert_eq!(ask(uneven), "f32[N,2] OP105");
        assert_eq!(ask(regressor().attribute("nodes_modes", vec!["LEAF", "FOO"])), "f32[N,2] OP105");
        assert_eq!(ask(ml("TreeEnsembleRegressor", version, "f32[N,3]")), "f32[N,?] OP109");
    }
    assert_eq!(
        ask(ml("TreeEnsembleClassifier", 5, "f32[N,3]").outputs(2).attribute("classlabels_int64s", vec![1])),
        "i64[N] | f32[N,1] OP114"
    );
    assert_eq!(ask(ml("TreeEnsembleRegressor", 5, "f32[N,3]").attribute("n_targets", 1)), "f32[N,1] OP114");
    let numbers = |count: usize| {
        AttributeArg::Tensor(ElementType::F32, vec![count as u64], Elements::Floats(vec![1.0; count].into()))
    };
    let modes = AttributeArg::Tensor(ElementType::U8, vec![1], Elements::of_ints([0]));
    let ensemble = ml("TreeEnsemble", 5, "f16[N,3]").attribute("n_targets", 2).attribute("nodes_modes", modes);
    let ensemble = ensemble.attribute("nodes_splits", numbers(1)).attribute("leaf_weights", numbers(2));
    let lists = ["tree_roots", "nodes_featureids", "nodes_truenodeids", "nodes_trueleafs", "nodes_falsenodeids"];
    let ensemble = lists.iter().fold(ensemble, |query, name| query.attribute(name, vec![0]));
    let ensemble = ensemble.attribute("nodes_falseleafs", vec![0]).attribute("leaf_targetids", vec![0, 1]);
    assert_eq!(ask(ensemble), "f16[N,2]");
}
