//! Facts that follow edits.

use shapewright::graph::{At, EditError, Model, NewNode, NodeId, Operand, ValueId};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{ElementType, Session, Shape, ValueType, analyze};

use super::examine::options;
use crate::mutate::Random;

/// Makes a few random edits, and compares the facts after each with those of a fresh analysis. An edit that
/// fails or is taken back leaves the model as it was.
pub fn follow_edits(model: Model, choices: &mut Random) {
    if model.graphs().map(|graph| model.nodes_of(graph).len()).sum::<usize>() > 200 {
        return;
    }
    let mut session = Session::new(model, options().clone());
    for _ in 0..8 {
        let _ = session.edit(|model| edit(model, choices));
        check(&session);
    }
    let _ = write(session.model(), &ExternalDataPolicy::Keep);
}

fn check(session: &Session) {
    let fresh = analyze(session.model(), session.options());
    for value in session.model().graphs().flat_map(|graph| session.model().values_of(graph)) {
        let (known, expected) = (session.facts().get(value), fresh.facts.get(value));
        // NaN, which is equal to nothing, has the same text.
        let is_same = known == expected || format!("{known:?}") == format!("{expected:?}");
        assert!(is_same, "`{}`: {known:?}, not {expected:?}", session.model().value_name(value));
    }
}

fn edit(model: &mut Model, choices: &mut Random) -> Result<(), EditError> {
    let graphs: Vec<_> = model.graphs().filter(|&graph| !model.is_removed_graph(graph)).collect();
    let Some(&graph) = graphs.get(choices.below(graphs.len())) else { return Ok(()) };
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let values: Vec<ValueId> = model.graphs().flat_map(|graph| model.values_of(graph)).collect();
    let mut value = || values.get(choices.below(values.len())).copied();
    let (Some(value), Some(other)) = (value(), value()) else { return Ok(()) };
    let Some(&node) = nodes.get(choices.below(nodes.len())) else { return Ok(()) };
    let at = [At::Before(node), At::After(node), At::Start(graph), At::End(graph)][choices.below(4)];
    let number = choices.below(8);
    match choices.below(17) {
        0 => model.insert(at, NewNode::new("Relu").input(value)).map(drop),
        1 => model.insert(at, NewNode::new("Add").inputs([value, other])).map(drop),
        2 => model.insert(at, NewNode::new("Transpose").input(value)).map(drop),
        3 => model.remove(node),
        4 => {
            model.remove_unused(node);
            Ok(())
        }
        5 => model.set_input(node, number, value),
        6 => model.set_inputs(node, &[Operand::Value(value), Operand::Absent]),
        7 => model.replace_uses(value, other),
        8 => {
            let names: Vec<String> =
                model.attributes(node).iter().map(|a| model.name(a.name).to_owned()).chain(["axis".into()]).collect();
            model.set_attribute(node, &names[choices.below(names.len())], number as i64 - 2);
            Ok(())
        }
        9 => {
            model.declare(value, ValueType::tensor(ElementType::F32, Shape::of_rank(number)));
            Ok(())
        }
        10 => model.set_output(graph, 0, value),
        11 => model.inline_call(node).map(drop),
        12 => {
            let first = nodes.iter().position(|&other| other == node).unwrap_or(0);
            model.outline(&nodes[first..nodes.len().min(first + 2)], "own", "f").map(drop)
        }
        13 => {
            model.set_opset("", 13 + number as i64);
            Ok(())
        }
        14 => model.rename_value(value, &format!("v{number}")),
        15 => model.set_input_type(value, ValueType::tensor(ElementType::F32, Shape::from_dims([2u64, 3]))),
        _ => {
            let savepoint = model.begin();
            let result = model.replace_uses(value, other);
            model.roll_back(savepoint);
            result
        }
    }
}
