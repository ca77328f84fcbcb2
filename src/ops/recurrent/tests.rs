use crate::fact::Fact;
use crate::op_query::OpQuery;
use crate::ops::test_util::{ask, fact, ints};

/// An ONNX operator with all that it needs: gates, sizes of X, directions.
fn onnx(name: &str, version: i64, x: &str, directions: u64) -> OpQuery {
    let gates = [("RNN", 1), ("GRU", 3), ("LSTM", 4)].iter().find(|(n, _)| *n == name).unwrap().1;
    let query = OpQuery::onnx(name, version).attribute("hidden_size", 5).outputs(if gates == 4 { 3 } else { 2 });
    let query = query.input(fact(&format!("f32[{x}]"))).input(fact(&format!("f32[{directions},{},3]", gates * 5)));
    query.input(fact(&format!("f32[{directions},{},5]", gates * 5)))
}

fn ir(name: &str, opset: i64, shapes: &[&str]) -> OpQuery {
    let query = OpQuery::openvino(name, opset).attribute("hidden_size", 4);
    let outputs = if name.starts_with("LSTM") { 2 } else { 1 } + usize::from(name.ends_with("Sequence"));
    shapes.iter().fold(query.outputs(outputs), |query, shape| query.input(fact(shape)))
}

#[test]
fn every_version_of_onnx() {
    for version in [7, 14, 22] {
        let y = "f32[T,1,N,5] | f32[1,N,5]";
        assert_eq!(ask(onnx("RNN", version, "T,N,3", 1)), y);
        assert_eq!(ask(onnx("LSTM", version, "T,N,3", 1)), format!("{y} | f32[1,N,5]"));
    }
    for version in [1, 3, 7, 14, 22] {
        let query = onnx("GRU", version, "T,N,3", 2).attribute("direction", "bidirectional");
        assert_eq!(ask(query), "f32[T,2,N,5] | f32[2,N,5]");
    }
    assert_eq!(ask(onnx("GRU", 1, "7,2,3", 1)), "f32[7,1,2,5] | f32[1,2,5]");
    assert_eq!(ask(onnx("LSTM", 1, "7,2,3", 1)), "f32[7,1,2,5] | f32[1,2,5] | f32[1,2,5]");
    assert_eq!(ask(onnx("RNN", 1, "7,2,3", 1)), "f32[7,1,2,5] | f32[1,2,5]");
}

#[test]
fn the_batch_may_come_first() {
    let query = onnx("GRU", 14, "N,T,3", 1).attribute("layout", 1);
    assert_eq!(ask(query), "f32[N,T,1,5] | f32[N,1,5]");
    let query = onnx("GRU", 14, "N,T,3", 1).attribute("layout", 2);
    assert_eq!(ask(query), "f32[?,?,?,5] | f32[?,?,5] OP105");
}

#[test]
fn sizes_come_from_whatever_tells_them() {
    let query = OpQuery::onnx("LSTM", 14).attribute("hidden_size", 5).outputs(3);
    let query = query.input(fact("f32[...]")).input(fact("f32[...]")).input(fact("f32[...]")).absent();
    assert_eq!(ask(query.input(fact("i32[N]"))), "f32[?,1,N,5] | f32[1,N,5] | f32[1,N,5]");
    let query = OpQuery::onnx("GRU", 14).outputs(2).input(fact("f32[T,N,?]")).input(fact("f32[?,15,3]"));
    assert_eq!(ask(query.input(fact("f32[...]"))), "f32[T,1,N,5] | f32[1,N,5] OP109");
    let cell = OpQuery::openvino("GRUCell", 3).attribute("hidden_size", 4);
    let cell = cell.input(fact("f32[?,3]")).input(fact("f32[N,?]")).input(fact("f32[...]")).input(fact("f32[...]"));
    assert_eq!(ask(cell.input(fact("f32[...]"))), "f32[N,?]");
    let weights = ir("GRUCell", 3, &["f32[?,3]", "f32[N,?]", "f32[...]", "f32[12,?]", "f32[...]"]);
    assert_eq!(ask(weights), "f32[N,4]");
}

#[test]
fn every_version_of_openvino() {
    let lstm = &["f32[N,3]", "f32[N,4]", "f32[N,4]", "f32[16,3]", "f32[16,4]", "f32[16]"];
    assert_eq!(ask(ir("LSTMCell", 1, lstm)), "f32[N,4] | f32[N,4]");
    assert_eq!(ask(ir("LSTMCell", 4, lstm)), "f32[N,4] | f32[N,4]");
    let weights = ir("LSTMCell", 1, lstm).attribute("weights_format", "iofc").attribute("input_forget", "true");
    assert_eq!(ask(weights.input(fact("f32[12]"))), "f32[N,4] | f32[N,4]");
    assert_eq!(ask(ir("LSTMCell", 1, &lstm[..5])), "f32[N,4] | f32[N,4]");
    assert_eq!(ask(ir("RNNCell", 1, &["f32[2,3]", "f32[2,4]", "f32[4,3]", "f32[4,4]", "f32[4]"])), "f32[2,4]");
    assert_eq!(ask(ir("GRUCell", 3, &["f32[2,3]", "f32[2,4]", "f32[12,3]", "f32[12,4]", "f32[12]"])), "f32[2,4]");
    let reset = ir("GRUCell", 3, &["f32[2,3]", "f32[2,4]", "f32[12,3]", "f32[12,4]", "f32[16]"]);
    assert_eq!(ask(reset.attribute("linear_before_reset", "true")), "f32[2,4]");
    let rnn = &["f32[N,T,3]", "f32[N,1,4]", "i64[N]", "f32[1,4,3]", "f32[1,4,4]", "f32[1,4]"];
    let rnn = || ir("RNNSequence", 5, rnn).attribute("direction", "reverse");
    assert_eq!(ask(rnn().attribute("activations", "tanh")), "f32[N,1,T,4] | f32[N,1,4]");
    assert_eq!(ask(rnn().attribute("activations", "")), "f32[N,1,T,4] | f32[N,1,4] OP105");
    assert_eq!(ask(rnn()), "f32[N,1,T,4] | f32[N,1,4] OP109");
    let gru = &["f32[N,T,3]", "f32[N,2,4]", "i64[N]", "f32[2,12,3]", "f32[2,12,4]", "f32[2,12]"];
    let gru = ir("GRUSequence", 5, gru).attribute("direction", "bidirectional").attribute("activations_alpha", "");
    assert_eq!(ask(gru.attribute("activations", "sigmoid,tanh")), "f32[N,2,T,4] | f32[N,2,4]");
    let lstm = &["f32[N,T,3]", "f32[N,1,4]", "f32[N,1,4]", "i32[N]", "f32[1,16,3]", "f32[1,16,4]", "f32[1,16]"];
    let lstm = ir("LSTMSequence", 5, lstm).attribute("activations", "sigmoid,tanh,tanh");
    assert_eq!(ask(lstm), "f32[N,1,T,4] | f32[N,1,4] | f32[N,1,4]");
}

#[test]
fn one_fault_is_one_finding() {
    let with = |b: Fact| onnx("LSTM", 14, "7,2,3", 1).input(b);
    let all = "f32[7,1,2,5] | f32[1,2,5] | f32[1,2,5]";
    assert_eq!(ask(with(fact("f32[1,40]"))), all);
    assert_eq!(ask(with(fact("f32[1,20]"))), "f32[7,1,2,?] | f32[1,2,?] | f32[1,2,?] OP201");
    assert_eq!(ask(with(fact("f32[40]"))), format!("{all} OP203"));
    let lengths = |list: &[i64]| onnx("LSTM", 14, "7,2,3", 1).absent().input(ints("i32", list));
    assert_eq!(ask(lengths(&[7, 0])), all);
    assert_eq!(ask(lengths(&[8, 0])), format!("{all} OP202"));
    assert_eq!(ask(lengths(&[7, 0, 1])), "f32[7,1,?,5] | f32[1,?,5] | f32[1,?,5] OP201");
    assert_eq!(ask(onnx("RNN", 14, "7,3", 1)), "f32[?,1,?,5] | f32[1,?,5] OP203");
    let bidirectional = onnx("RNN", 14, "7,2,3", 1).attribute("direction", "bidirectional");
    assert_eq!(ask(bidirectional), "f32[7,?,2,5] | f32[?,2,5] OP201");
    let broken = ir("RNNCell", 3, &["f32[2,3]", "f32[3,4]", "f32[4,3]", "f32[4,4]", "f32[4]"]);
    assert_eq!(ask(broken), "f32[?,4] OP201");
    let hidden = ir("RNNCell", 3, &["f32[2,3]", "f32[2,5]", "f32[5,3]", "f32[5,5]", "f32[5]"]);
    assert_eq!(ask(hidden), "f32[2,5] OP105");
    let odd = OpQuery::onnx("GRU", 14).attribute("hidden_size", 0).outputs(2).input(fact("f32[7,2,3]"));
    let odd = odd.input(fact("f32[1,16,3]")).input(fact("f32[1,?,?]"));
    assert_eq!(ask(odd), "f32[7,1,2,?] | f32[1,2,?] OP105 OP201");
}

#[test]
fn attributes_are_checked() {
    let all = "f32[7,1,2,5] | f32[1,2,5]";
    let rnn = || onnx("RNN", 14, "7,2,3", 1);
    assert_eq!(ask(rnn().attribute("direction", "up")), "f32[7,1,2,5] | f32[1,2,5] OP105");
    assert_eq!(ask(rnn().attribute("clip", 0.0f32)), format!("{all} OP105"));
    assert_eq!(ask(rnn().attribute("clip", 1.0f32)), all);
    assert_eq!(ask(onnx("GRU", 14, "7,2,3", 1).attribute("linear_before_reset", 2)), format!("{all} OP105"));
    let cell = || ir("RNNCell", 3, &["f32[2,3]", "f32[2,4]", "f32[4,3]", "f32[4,4]", "f32[4]"]);
    assert_eq!(ask(cell().attribute("activations", "relu")), "f32[2,4]");
    assert_eq!(ask(cell().attribute("activations", "elu")), "f32[2,4] OP105");
    assert_eq!(ask(cell().attribute("activations", "tanh, tanh")), "f32[2,4] OP105");
    assert_eq!(ask(cell().attribute("activations", "")), "f32[2,4] OP105");
    assert_eq!(ask(cell().attribute("clip", "-1")), "f32[2,4] OP105");
}
