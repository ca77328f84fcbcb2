"""Nodes that are known to run, from which random nodes are derived: onnx's node tests, and a few for other operators."""
import collections

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from ..node_models import cases
from .node import Input, Node

FEW = 24


def _value(value):
    if isinstance(value, TensorProto):
        return numpy_helper.to_array(value)
    if value is None or isinstance(value, (list, dict)):
        return value
    return np.asarray(value)


def _of_case(case):
    proto = case.model.graph.node[0]
    given = dict(zip((i.name for i in case.model.graph.input), zip(map(_value, case.data[0][0]), case.model.graph.input)))
    constants = {t.name: numpy_helper.to_array(t) for t in case.model.graph.initializer}
    inputs = []
    for name in proto.input:
        if name in given:
            value, info = given[name]
            inputs.append(Input(value, info.type))
        else:
            inputs.append(Input.of(constants[name]) if name in constants else None)
    domain = "" if proto.domain == "ai.onnx" else proto.domain
    opset = next(i.version for i in case.model.opset_import if i.domain in ("ai.onnx" if not domain else domain, domain))
    return Node(proto.op_type, domain, opset, {a.name: a for a in proto.attribute}, inputs, [bool(o) for o in proto.output])


def _made(op, inputs, domain="", outputs=1, opset=1, **attributes):
    made = {k: helper.make_attribute(k, v) for k, v in attributes.items()}
    return Node(op, domain, opset, made, [Input.of(np.asarray(i)) for i in inputs], [True] * outputs)


def _sequence(op, count, others=(), **attributes):
    """Returns a node whose first input is a sequence of tensors."""
    node = _made(op, others, **attributes)
    kind = helper.make_sequence_type_proto(helper.make_tensor_type_proto(1, None))
    node.inputs.insert(0, Input([np.ones((2, 3), np.float32)] * count, kind))
    return node


def _map_input(op, value, kind, **attributes):
    from onnx import TypeProto

    map_type = TypeProto()
    map_type.map_type.key_type = kind[0]
    map_type.map_type.value_type.CopyFrom(helper.make_tensor_type_proto(kind[1], []))
    node = _made(op, [], "ai.onnx.ml", **attributes)
    node.inputs.append(Input(value, map_type))
    return node


def _handmade():
    f, i, ml = np.float32, np.int64, "ai.onnx.ml"
    x, labels = np.arange(12, dtype=f).reshape(3, 4), ["a", "b", "c"]
    tree = dict(
        nodes_treeids=[0, 0, 0], nodes_nodeids=[0, 1, 2], nodes_featureids=[1, 0, 0], nodes_values=[1.0, 0.0, 0.0],
        nodes_modes=["BRANCH_LEQ", "LEAF", "LEAF"], nodes_truenodeids=[1, 0, 0], nodes_falsenodeids=[2, 0, 0], post_transform="NONE")
    yield _made("RandomNormal", [], shape=[2, 3], dtype=1)
    yield _made("RandomUniform", [], shape=[2, 3], dtype=1)
    yield _made("RandomNormalLike", [x])
    yield _made("RandomUniformLike", [x], dtype=11)
    yield _made("Multinomial", [x], sample_size=5, dtype=7)
    yield _made("GlobalLpPool", [np.ones((2, 3, 4, 5), f)], p=3, opset=2)
    yield _made("MaxRoiPool", [np.ones((1, 3, 8, 8), f), np.array([[0, 0, 0, 4, 4], [0, 1, 1, 6, 6]], f)], pooled_shape=[2, 3])
    yield _made("SequenceEmpty", [], dtype=7, opset=11)
    yield _made("SequenceConstruct", [x, x], opset=11)
    yield _made("Optional", [x], opset=15)
    yield _sequence("SequenceAt", 3, [np.array(1, i)], opset=11)
    yield _sequence("SequenceErase", 3, [np.array(-1, i)], opset=11)
    yield _sequence("SequenceLength", 3, opset=11)
    yield _sequence("ConcatFromSequence", 3, axis=1, opset=11)
    yield _sequence("ConcatFromSequence", 2, axis=-1, new_axis=1, opset=11)
    yield _made("Scaler", [x], ml, offset=[1.0], scale=[2.0])
    yield _made("Imputer", [x], ml, imputed_value_floats=[1.0], replaced_value_float=0.0)
    yield _made("Normalizer", [x], ml, norm="L2")
    yield _made("OneHotEncoder", [np.array([[1, 2], [3, 1]], i)], ml, cats_int64s=[1, 2, 3], zeros=1)
    yield _made("FeatureVectorizer", [x, x[:, :2]], ml, inputdimensions=[4, 2])
    yield _made("CategoryMapper", [np.array(["a", "b"], object)], ml, cats_strings=["a", "b"], cats_int64s=[1, 2], default_int64=-1)
    yield _made("CategoryMapper", [np.array([[1, 2]], i)], ml, cats_strings=["a", "b"], cats_int64s=[1, 2], default_string="z")
    yield _made("LinearRegressor", [x], ml, coefficients=[1.0] * 8, targets=2, intercepts=[0.0, 1.0])
    yield _made("LinearRegressor", [x], ml, coefficients=[1.0] * 4)
    yield _made("LinearClassifier", [x], ml, 2, coefficients=[1.0] * 12, intercepts=[0.0] * 3, classlabels_ints=[1, 2, 3], multi_class=0)
    yield _made("LinearClassifier", [x], ml, 2, coefficients=[1.0] * 12, intercepts=[0.0] * 3, classlabels_strings=labels)
    yield _made("LinearClassifier", [x], ml, 2, coefficients=[1.0] * 4, intercepts=[0.0], classlabels_ints=[0, 1])
    yield _made("SVMRegressor", [x], ml, coefficients=[1.0, 2.0], support_vectors=[1.0] * 8, n_supports=2, rho=[0.5], kernel_type="RBF", kernel_params=[0.1, 0.0, 3.0])
    yield _made("SVMClassifier", [x], ml, 2, coefficients=[1.0] * 8, support_vectors=[1.0] * 8, rho=[0.5], kernel_type="LINEAR",
                kernel_params=[0.1, 0.0, 3.0], classlabels_ints=[0, 1], vectors_per_class=[1, 1])
    yield _made("TreeEnsembleRegressor", [x], ml, n_targets=2, target_treeids=[0, 0], target_nodeids=[1, 2], target_ids=[0, 1], target_weights=[1.0, 2.0], **tree)
    yield _made("TreeEnsembleClassifier", [x], ml, 2, class_treeids=[0, 0], class_nodeids=[1, 2], class_ids=[0, 2], class_weights=[1.0, 2.0], classlabels_int64s=[0, 1, 2], **tree)
    yield _made("TreeEnsembleClassifier", [x], ml, 2, class_treeids=[0, 0], class_nodeids=[1, 2], class_ids=[0, 1], class_weights=[1.0, 2.0], classlabels_strings=["a", "b"], **tree)
    yield _map_input("DictVectorizer", {1: 2.0, 3: 1.0}, (7, 1), int64_vocabulary=[1, 2, 3])
    yield _map_input("CastMap", {1: 2.0, 3: 1.0}, (7, 1), cast_to="TO_FLOAT", map_form="DENSE")
    yield _made("ZipMap", [x], ml, classlabels_int64s=[1, 2, 3, 4])
    yield _made("ZipMap", [x], ml, classlabels_strings=["a", "b", "c", "d"])


def all_seeds():
    """Returns seeds by domain and operator, as many as are useful."""
    found = collections.defaultdict(list)
    for case in cases():
        if len(case.model.graph.node) == 1 and case.data:
            node = _of_case(case)
            found[node.domain, node.op_type].append(node)
    for node in _handmade():
        found[node.domain, node.op_type].append(node)
    for key, nodes in found.items():
        step = max(1, len(nodes) // FEW)
        found[key] = nodes[::step][:FEW]
    return found
