"""Why answers to onnx's own tests of shape inference differ, for `onnx_shape_tests.py`: a class, the tests, the reason."""
import re

EXPLAINED = [
    ("contradiction", "test_stft_reals", "onesided is 1 by default, so that 5 samples have 3 frequencies, as in ONNX Runtime and onnx.reference; onnx infers 5"),
    ("contradiction", "test_resize_.*precision.*", "ONNX Runtime multiplies sizes by scales as f32, and returns 33554432 for 2 times 16777217"),
    ("stricter", "test_(max|average)pool_with_padding.*|test_lppool_.*", "a pad as large as the kernel makes windows of padding only, which runtimes reject"),
    ("stricter", "test_concat_from_sequence_.*", "the items cannot be concatenated: other dimensions or ranks differ"),
    ("stricter", r"test_upsample.*|test_scatter.*", "the operator was removed from this opset"),
    ("stricter", "test_resize_size.*", "scales and sizes are both set"),
    ("stricter", "test_rnn_layout", "the weights have one direction, and the node has two"),
    ("stricter", "test_onehot_empty_depth", "depth has no element, and a run needs one"),
    ("stricter", "test_linearclassifier_.*", "the coefficients are fewer than classes times features"),
    ("stricter", "test_duplicate_symbolic_shape", "a declared name stands for one size, and the graph adds something to it"),
    ("laxer", ".*overflow.*", "a size or an integer beyond 64 bits is unknown, and no error: a run wraps"),
    ("laxer", "test_cast_to_complex|test_quantizelinear_invalid_output_dtype", "a type that an attribute asks for is not compared with the types of the output"),
    ("laxer", "test_attention_25_.*|test_linear_attention_.*", "not checked for these operators"),
    ("laxer", "test_onehot_negative_indices.*", "the elements of indices are data, not a shape"),
    ("laxer", "test_check_type_when_schema_has_empty_io", "the test registers an operator that only onnx then knows"),
    ("laxer", "test_infer_shapes_rejects_cyclic_function", "a recursive function is an error of `check`; without strict_mode, the rest is annotated"),
    ("overridable", "test_split_to_sequence_zero_scalar.*", "the same: both refuse the constant"),
    ("overridable", ".*", "callers may override the value; as a constant, it gives the same"),
    ("less precise", "test_pad_legacy_total_padding_cancellation.*", "an intermediate sum is beyond 64 bits"),
    ("less precise", "test_(average_pool|maxpool|lppool)_with_same_.*dilation", "with auto_pad, ONNX Runtime does not take dilations into account, so that the size depends on the runtime"),
    ("less precise", "test_slice_with_input_shape_.*", "the steps are unknown, and onnx takes them for 1"),
    ("less precise", "test_nonzero_scalar", "runtimes return one row for a scalar, or none"),
    ("less precise", "test_scan.*|test_sequence_map.*|test_loop(_no_state)?", "only inputs of the body, which shapewright leaves as the file declares them"),
    ("same", "test_(conv_weight|scan_loop_state|einsum_ellipsis|split_requires).*", "the test expects the words of onnx's message"),
    ("same", "test_unknown_shape", "the test expects a name for a dimension that nothing is known of"),
]


def reason(found, test):
    """Why a test belongs to a class; `None` if that is not known."""
    name = test.partition("::")[2].partition("[")[0]
    return next((why for kind, names, why in EXPLAINED if kind == found and re.fullmatch(names, name)), None)
