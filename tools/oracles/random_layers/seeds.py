"""Layers that OpenVINO accepts, from which random layers are derived.

An input is `f32[1,3]` (a Parameter), `i64{1,2}` (a Const of rank 1), `i64=3` (a scalar Const), or `i64{1,2}[2,1]`.
"""

SAME = {
    1: "Abs Acos Asin Atan Ceiling Cos Cosh Erf Exp Floor Log Negative ReLU Sigmoid Sign Sin Sinh Sqrt Tan Tanh",
    4: "Acosh Asinh Atanh HSwish Mish SoftPlus Swish", 5: "HSigmoid", 9: "SoftSign", 16: "Identity",
}
BINARY = {1: "Add Subtract Multiply Divide Power Maximum Minimum Mod FloorMod SquaredDifference Equal NotEqual Greater GreaterEqual Less LessEqual"}
NUMPY = {"auto_broadcast": "numpy"}
WINDOW = {"strides": "1,1", "pads_begin": "0,0", "pads_end": "0,0", "auto_pad": "explicit"}
POOL = {**WINDOW, "kernel": "2,2", "rounding_type": "floor"}
CONV = {**WINDOW, "dilations": "1,1"}
DEFORMABLE = {**CONV, "group": "1", "deformable_group": "1"}
CELL = {"hidden_size": "4", "activations": "tanh", "activations_alpha": "", "activations_beta": "", "clip": "0"}
SEQUENCE = {"direction": "forward"}
NMS = {"sort_result_type": "none", "output_type": "i64", "nms_top_k": "-1", "keep_top_k": "-1", "background_class": "-1", "normalized": "true"}
INTERPOLATE = {"mode": "linear", "shape_calculation_mode": "sizes", "coordinate_transformation_mode": "half_pixel", "nearest_mode": "round_prefer_floor",
               "antialias": "false", "pads_begin": "0", "pads_end": "0", "cube_coeff": "-0.75"}
DETECTION = {"background_label_id": "0", "top_k": "-1", "variance_encoded_in_target": "true", "keep_top_k": "5", "code_type": "caffe.PriorBoxParameter.CENTER_SIZE",
             "share_location": "true", "nms_threshold": "0.5", "confidence_threshold": "0.1", "clip_after_nms": "false", "clip_before_nms": "false",
             "decrease_label_id": "false", "normalized": "true", "input_height": "1", "input_width": "1", "objectness_score": "0"}
PRIOR = {"min_size": "8,16", "max_size": "16,32", "aspect_ratio": "2", "flip": "true", "clip": "false", "step": "0", "offset": "0.5", "variance": "0.1", "scale_all_sizes": "true",
         "density": "", "fixed_ratio": "", "fixed_size": ""}
PROPOSAL = {"base_size": "16", "pre_nms_topn": "50", "post_nms_topn": "10", "nms_thresh": "0.7", "feat_stride": "16", "min_size": "1", "ratio": "0.5,1", "scale": "8",
            "clip_before_nms": "true", "clip_after_nms": "false", "normalize": "false", "box_size_scale": "1", "box_coordinate_scale": "1", "framework": ""}


def _families():
    """Returns operators that share inputs and attributes."""
    for version, names in SAME.items():
        for name in names.split():
            yield name, [version], 1, ["f32[2,3,4]"], {}
    for version, names in BINARY.items():
        for name in names.split():
            yield name, [version], 1, ["f32[2,3,4]", "f32[3,1]"], NUMPY
    for name in "LogicalAnd LogicalOr LogicalXor".split():
        yield name, [2 if name == "LogicalXor" else 1], 1, ["boolean[2,3,4]", "boolean[3,1]"], NUMPY
    for name in "BitwiseAnd BitwiseOr BitwiseXor".split():
        yield name, [13], 1, ["i32[2,3]", "i32[3]"], NUMPY
    for name in "BitwiseLeftShift BitwiseRightShift".split():
        yield name, [15], 1, ["i32[2,3]", "i32[3]"], NUMPY
    for name in "ReduceMin ReduceMax ReduceSum ReduceMean ReduceProd ReduceL1 ReduceL2 ReduceLogicalAnd ReduceLogicalOr".split():
        kind = "boolean" if "Logical" in name else "f32"
        yield name, [4 if "L" in name and "Logical" not in name else 1], 1, [f"{kind}[2,3,4]", "i64{1}"], {"keep_dims": "false"}
    for name in "IsFinite IsNaN IsInf".split():
        yield name, [10], 1, ["f32[2,3]"], {"detect_negative": "true", "detect_positive": "true"} if name == "IsInf" else {}
    for name, more in (("DFT", {}), ("IDFT", {})):
        yield name, [7], 1, ["f32[2,8,6,2]", "i64{1,2}"], more
        yield name, [7], 1, ["f32[2,8,6,2]", "i64{1,2}", "i64{4,-1}"], more
    for name, data in (("RDFT", "f32[2,8,6]"), ("IRDFT", "f32[2,8,6,2]")):
        yield name, [9], 1, [data, "i64{0,1}"], {}
        yield name, [9], 1, [data, "i64{0,1}", "i64{4,5}"], {}


def _data():
    """Returns data movement, shapes, and indices."""
    yield "BitwiseNot", [13], 1, ["i32[2,3]"], {}
    yield "LogicalNot", [1], 1, ["boolean[2,3]"], {}
    yield "Clamp", [1], 1, ["f32[2,3]"], {"min": "0", "max": "6"}
    yield "Elu", [1], 1, ["f32[2,3]"], {"alpha": "1"}
    yield "Gelu", [2], 1, ["f32[2,3]"], {}
    yield "Gelu", [7], 1, ["f32[2,3]"], {"approximation_mode": "ERF"}
    yield "Round", [5], 1, ["f32[2,3]"], {"mode": "half_to_even"}
    yield "Selu", [1], 1, ["f32[2,3]", "f32=1", "f32=1"], {}
    yield "HardSigmoid", [1], 1, ["f32[2,3]", "f32=0.2", "f32=0.5"], {}
    yield "PReLU", [1], 1, ["f32[2,3,4]", "f32[3]"], {}
    yield "Softmax", [1], 1, ["f32[2,3]"], {"axis": "1"}
    yield "Softmax", [8], 1, ["f32[2,3]"], {"axis": "-1"}
    yield "LogSoftmax", [5], 1, ["f32[2,3]"], {"axis": "-1"}
    yield "Convert", [1], 1, ["f32[2,3]"], {"destination_type": "i32"}
    yield "ConvertLike", [1], 1, ["f32[2,3]", "i32[1]"], {}
    yield "ConvertPromoteTypes", [14], 2, ["f32[2,3]", "i32[4]"], {"promote_unsafe": "true", "pytorch_scalar_promotion": "false", "u64_integer_promotion_target": "f32"}
    yield "FakeConvert", [13], 1, ["f32[2,3]", "f32[1]"], {"destination_type": "f8e4m3"}
    yield "FakeQuantize", [1], 1, ["f32[2,3,4]", "f32[1]", "f32[1]", "f32[3,1]", "f32[1]"], {"levels": "256", **NUMPY}
    yield "Reshape", [1], 1, ["f32[2,3,4]", "i64{2,-1}"], {"special_zero": "true"}
    yield "Reshape", [1], 1, ["f32[2,3,4]", "i64{0,12}"], {"special_zero": "true"}
    yield "Squeeze", [1], 1, ["f32[1,3,1]", "i64{0}"], {}
    yield "Squeeze", [15], 1, ["f32[1,3,1]", "i64{0}"], {"allow_axis_skip": "true"}
    yield "Unsqueeze", [1], 1, ["f32[2,3]", "i64{0,-1}"], {}
    yield "Transpose", [1], 1, ["f32[2,3,4]", "i64{2,0,1}"], {}
    yield "Concat", [1], 1, ["f32[2,3]", "f32[2,4]"], {"axis": "1"}
    yield "Split", [1], 3, ["f32[6,4]", "i64=0"], {"num_splits": "3"}
    yield "VariadicSplit", [1], 3, ["f32[6,4]", "i64=0", "i64{1,2,-1}"], {}
    yield "StridedSlice", [1], 1, ["f32[4,5,6]", "i64{0,1}", "i64{2,4}", "i64{1,2}"], {"begin_mask": "0,0", "end_mask": "0,1", "new_axis_mask": "0,0", "shrink_axis_mask": "0,0", "ellipsis_mask": "0,0"}
    yield "Slice", [8], 1, ["f32[4,5,6]", "i64{0,1}", "i64{2,9}", "i64{1,2}", "i64{0,-1}"], {}
    yield "SliceScatter", [15], 1, ["f32[4,5]", "f32[2,5]", "i64{0}", "i64{2}", "i64{1}", "i64{0}"], {}
    yield "Gather", [1], 1, ["f32[4,5]", "i64{0,1}", "i64=1"], {}
    yield "Gather", [7, 8], 1, ["f32[4,5]", "i64[4,2]", "i64=1"], {"batch_dims": "1"}
    yield "GatherElements", [6], 1, ["f32[4,5]", "i64[2,5]"], {"axis": "0"}
    yield "GatherND", [5, 8], 1, ["f32[2,3,4]", "i64[2,1]"], {"batch_dims": "1"}
    yield "GatherTree", [1], 1, ["i32[5,2,3]", "i32[5,2,3]", "i32[2]", "i32=1"], {}
    yield "ScatterElementsUpdate", [3], 1, ["f32[4,5]", "i64[2,5]", "f32[2,5]", "i64=0"], {}
    yield "ScatterElementsUpdate", [12], 1, ["f32[4,5]", "i64[2,5]", "f32[2,5]", "i64=0"], {"reduction": "sum", "use_init_val": "true"}
    yield "ScatterNDUpdate", [4], 1, ["f32[4,5]", "i64[3,1]", "f32[3,5]"], {}
    yield "ScatterNDUpdate", [15], 1, ["f32[4,5]", "i64[3,1]", "f32[3,5]"], {"reduction": "sum"}
    yield "ScatterUpdate", [3], 1, ["f32[4,5]", "i64[2]", "f32[2,5]", "i64=0"], {}
    yield "Broadcast", [1, 3], 1, ["f32[3,1]", "i64{2,3,4}"], {"mode": "numpy"}
    yield "Broadcast", [3], 1, ["f32[3,1]", "i64{2,3,4}"], {"mode": "bidirectional"}
    yield "Broadcast", [1, 3], 1, ["f32[3]", "i64{2,3,4}", "i64{1}"], {"mode": "explicit"}
    yield "Tile", [1], 1, ["f32[2,3]", "i64{2,1,3}"], {}
    yield "Pad", [1, 12], 1, ["f32[4,5]", "i64{1,0}", "i64{0,2}", "f32=0"], {"pad_mode": "constant"}
    yield "Pad", [1, 12], 1, ["f32[4,5]", "i64{1,0}", "i64{0,2}"], {"pad_mode": "reflect"}
    yield "Range", [1], 1, ["i64=0", "i64=10", "i64=3"], {}
    yield "Range", [4], 1, ["i64=0", "i64=10", "i64=3"], {"output_type": "i32"}
    yield "Range", [4], 1, ["f32=0.5", "f32=10", "f32=3"], {"output_type": "f32"}
    yield "ShapeOf", [1], 1, ["f32[2,3]"], {}
    yield "ShapeOf", [3], 1, ["f32[2,3]"], {"output_type": "i32"}
    yield "Select", [1], 1, ["boolean[2,1]", "f32[3]", "f32[2,3]"], NUMPY
    yield "OneHot", [1], 1, ["i64[2,3]", "i64=5", "f32=1", "f32=0"], {"axis": "-1"}
    yield "OneHot", [16], 1, ["i64[2,3]", "i64=5", "f32=1", "f32=0"], {"axis": "-1", "negative_indices_mode": "ignore_negative"}
    yield "TopK", [1], 2, ["f32[4,5]", "i64=3"], {"axis": "1", "mode": "max", "sort": "value"}
    yield "TopK", [3], 2, ["f32[4,5]", "i64=3"], {"axis": "1", "mode": "max", "sort": "value", "index_element_type": "i64"}
    yield "TopK", [11], 2, ["f32[4,5]", "i64=3"], {"axis": "1", "mode": "max", "sort": "value", "index_element_type": "i32", "stable": "true"}
    yield "CumSum", [3], 1, ["f32[4,5]", "i64=0"], {"exclusive": "false", "reverse": "false"}
    yield "NonZero", [3], 1, ["f32[4,5]"], {"output_type": "i64"}
    yield "Unique", [10], 4, ["f32[4,5]", "i64=0"], {"sorted": "true", "index_element_type": "i64", "count_element_type": "i64"}
    yield "Reverse", [1], 1, ["f32[4,5]", "i64{0}"], {"mode": "index"}
    yield "ReverseSequence", [1], 1, ["f32[4,5]", "i64[4]"], {"batch_axis": "0", "seq_axis": "1"}
    yield "Roll", [7], 1, ["f32[4,5]", "i64{1}", "i64{0}"], {}
    yield "ShuffleChannels", [1], 1, ["f32[1,6,2,2]"], {"axis": "1", "group": "2"}
    yield "DepthToSpace", [1], 1, ["f32[1,8,2,3]"], {"mode": "blocks_first", "block_size": "2"}
    yield "SpaceToDepth", [1], 1, ["f32[1,2,4,6]"], {"mode": "blocks_first", "block_size": "2"}
    yield "BatchToSpace", [2], 1, ["f32[4,3,4,6]", "i64{1,1,2,2}", "i64{0,0,0,1}", "i64{0,0,1,0}"], {}
    yield "SpaceToBatch", [2], 1, ["f32[1,3,4,6]", "i64{1,1,2,2}", "i64{0,0,0,1}", "i64{0,0,0,1}"], {}
    yield "Bucketize", [3], 1, ["f32[4,5]", "f32[3]"], {"output_type": "i64", "with_right_bound": "true"}
    yield "SearchSorted", [15], 1, ["f32[2,5]", "f32[2,3]"], {"right_mode": "false", "output_type": "i64"}
    yield "Eye", [9], 1, ["i64=3", "i64=4", "i64=0"], {"output_type": "f32"}
    yield "Eye", [9], 1, ["i64=3", "i64=4", "i64=0", "i64{2,2}"], {"output_type": "i32"}
    yield "RandomUniform", [8], 1, ["i64{2,3}", "f32=0", "f32=1"], {"output_type": "f32", "global_seed": "0", "op_seed": "0", "alignment": "tensorflow"}
    yield "Multinomial", [13], 1, ["f32[2,5]", "i64{3}"], {"convert_type": "i64", "with_replacement": "true", "log_probs": "false", "global_seed": "0", "op_seed": "0"}
    yield "SegmentMax", [16], 1, ["f32[5,2]", "i64{0,0,1,2,2}"], {"fill_mode": "ZERO"}
    yield "SegmentMax", [16], 1, ["f32[5,2]", "i64{0,0,1,2,2}", "i64=4"], {"fill_mode": "ZERO"}
    yield "SparseFillEmptyRows", [16], 3, ["f32[3]", "i64{4,5}", "i64[3,2]", "f32=0"], {}


def _arithmetic():
    """Returns matrices, windows, normalization, and recurrence."""
    yield "MatMul", [1], 1, ["f32[2,3,4]", "f32[4,5]"], {"transpose_a": "false", "transpose_b": "false"}
    yield "MatMul", [1], 1, ["f32[4]", "f32[2,4,5]"], {"transpose_a": "false", "transpose_b": "false"}
    yield "Einsum", [7], 1, ["f32[2,3]", "f32[3,4]"], {"equation": "ij,jk->ik"}
    yield "Einsum", [7], 1, ["f32[2,3,4]"], {"equation": "b...i->b..."}
    yield "Inverse", [14], 1, ["f32[2,3,3]"], {"adjoint": "false"}
    yield "ScaledDotProductAttention", [13], 1, ["f32[2,3,4,8]", "f32[2,3,5,8]", "f32[2,3,5,6]"], {"causal": "false"}
    yield "Convolution", [1], 1, ["f32[1,3,10,9]", "f32[8,3,3,2]"], CONV
    yield "GroupConvolution", [1], 1, ["f32[1,4,10,9]", "f32[2,4,2,3,3]"], CONV
    yield "BinaryConvolution", [1], 1, ["f32[1,3,10,9]", "u1[8,3,3,2]"], {**CONV, "mode": "xnor-popcount", "pad_value": "0"}
    yield "ConvolutionBackpropData", [1], 1, ["f32[1,3,5,6]", "f32[3,8,3,2]"], {**CONV, "output_padding": "0,0"}
    yield "ConvolutionBackpropData", [1], 1, ["f32[1,3,5,6]", "f32[3,8,3,2]", "i64{10,12}"], {**CONV, "strides": "2,2", "output_padding": "0,0", "auto_pad": "same_upper"}
    yield "GroupConvolutionBackpropData", [1], 1, ["f32[1,4,5,6]", "f32[2,2,4,3,3]"], {**CONV, "output_padding": "0,0"}
    yield "DeformableConvolution", [1], 1, ["f32[1,3,8,8]", "f32[1,18,6,6]", "f32[4,3,3,3]"], DEFORMABLE
    yield "DeformableConvolution", [8], 1, ["f32[1,3,8,8]", "f32[1,18,6,6]", "f32[4,3,3,3]", "f32[1,9,6,6]"], {**DEFORMABLE, "bilinear_interpolation_pad": "false"}
    yield "MaxPool", [1], 1, ["f32[1,3,10,9]"], POOL
    yield "MaxPool", [8, 14], 2, ["f32[1,3,10,9]"], {**POOL, "dilations": "1,1", "index_element_type": "i64", "axis": "0"}
    yield "AvgPool", [1, 14, 16], 1, ["f32[1,3,10,9]"], {**POOL, "exclude-pad": "true"}
    yield "AdaptiveAvgPool", [8], 1, ["f32[1,3,10,9]", "i64{2,3}"], {}
    yield "AdaptiveMaxPool", [8], 2, ["f32[1,3,10,9]", "i64{2,3}"], {"index_element_type": "i64"}
    yield "ExtractImagePatches", [3], 1, ["f32[2,3,10,9]"], {"sizes": "3,3", "strides": "2,2", "rates": "1,1", "auto_pad": "valid"}
    yield "Col2Im", [15], 1, ["f32[2,12,9]", "i64{4,4}", "i64{2,2}"], {**CONV}
    yield "Interpolate", [1], 1, ["f32[1,3,8,8]", "i64{16,20}"], {"axes": "2,3", "mode": "nearest", "align_corners": "false", "antialias": "false", "pads_begin": "0", "pads_end": "0"}
    yield "Interpolate", [4], 1, ["f32[1,3,8,8]", "i64{16,20}", "f32{2,2.5}", "i64{2,3}"], INTERPOLATE
    yield "Interpolate", [4], 1, ["f32[1,3,8,8]", "i64{16,20}", "f32{2,2.5}", "i64{2,3}"], {**INTERPOLATE, "shape_calculation_mode": "scales"}
    yield "Interpolate", [11], 1, ["f32[1,3,8,8]", "i64{16,20}", "i64{2,3}"], INTERPOLATE
    yield "Interpolate", [11], 1, ["f32[1,3,8,8]", "f32{2,0.5}", "i64{2,3}"], {**INTERPOLATE, "shape_calculation_mode": "scales"}
    yield "BatchNormInference", [1], 1, ["f32[3]", "f32[3]", "f32[2,3,4]", "f32[3]", "f32[3]"], {"epsilon": "0.001"}
    yield "BatchNormInference", [5], 1, ["f32[2,3,4]", "f32[3]", "f32[3]", "f32[3]", "f32[3]"], {"epsilon": "0.001"}
    yield "GroupNormalization", [12], 1, ["f32[2,4,5]", "f32[4]", "f32[4]"], {"num_groups": "2", "epsilon": "0.001"}
    yield "LRN", [1], 1, ["f32[1,3,4,4]", "i64{1}"], {"alpha": "0.1", "beta": "0.5", "bias": "1", "size": "3"}
    yield "MVN", [2], 1, ["f32[1,3,4,4]"], {"across_channels": "false", "normalize_variance": "true", "eps": "0.001"}
    yield "MVN", [6], 1, ["f32[1,3,4,4]", "i64{2,3}"], {"eps_mode": "inside_sqrt", "normalize_variance": "true", "eps": "0.001"}
    yield "NormalizeL2", [1], 1, ["f32[1,3,4]", "i64{1}"], {"eps": "0.001", "eps_mode": "add"}
    yield "GRN", [1], 1, ["f32[1,3,4,4]"], {"bias": "0.1"}
    yield "RNNCell", [1], 1, ["f32[2,3]", "f32[2,4]", "f32[4,3]", "f32[4,4]", "f32[4]"], CELL
    yield "GRUCell", [3], 1, ["f32[2,3]", "f32[2,4]", "f32[12,3]", "f32[12,4]", "f32[12]"], {**CELL, "activations": "sigmoid,tanh", "linear_before_reset": "false"}
    yield "LSTMCell", [4], 2, ["f32[2,3]", "f32[2,4]", "f32[2,4]", "f32[16,3]", "f32[16,4]", "f32[16]"], {**CELL, "activations": "sigmoid,tanh,tanh"}
    yield "LSTMCell", [1], 2, ["f32[2,3]", "f32[2,4]", "f32[2,4]", "f32[16,3]", "f32[16,4]", "f32[16]"], {**CELL, "activations": "sigmoid,tanh,tanh", "weights_format": "fico", "input_forget": "false"}
    yield "RNNSequence", [5], 2, ["f32[2,5,3]", "f32[2,1,4]", "i64[2]", "f32[1,4,3]", "f32[1,4,4]", "f32[1,4]"], {**CELL, **SEQUENCE}
    yield "GRUSequence", [5], 2, ["f32[2,5,3]", "f32[2,1,4]", "i64[2]", "f32[1,12,3]", "f32[1,12,4]", "f32[1,12]"], {**CELL, **SEQUENCE, "activations": "sigmoid,tanh", "linear_before_reset": "false"}
    yield "LSTMSequence", [5], 3, ["f32[2,5,3]", "f32[2,1,4]", "f32[2,1,4]", "i64[2]", "f32[1,16,3]", "f32[1,16,4]", "f32[1,16]"], {**CELL, **SEQUENCE, "activations": "sigmoid,tanh,tanh"}
    yield "STFT", [15], 1, ["f32[2,48]", "f32[16]", "i64=16", "i64=8"], {"transpose_frames": "true"}
    yield "ISTFT", [16], 1, ["f32[2,9,5,2]", "f32[16]", "i64=16", "i64=8"], {"center": "false", "normalized": "false"}


def _detection():
    """Returns boxes, images, embeddings, and strings."""
    yield "NonMaxSuppression", [1, 3, 4], 1, ["f32[1,6,4]", "f32[1,2,6]", "i64=3", "f32=0.5", "f32=0.1"], {"box_encoding": "corner", "sort_result_descending": "true"}
    yield "NonMaxSuppression", [5, 9], 3, ["f32[1,6,4]", "f32[1,2,6]", "i64=3", "f32=0.5", "f32=0.1"], {"box_encoding": "corner", "sort_result_descending": "true", "output_type": "i64"}
    yield "NMSRotated", [13], 3, ["f32[1,6,5]", "f32[1,2,6]", "i64=3", "f32=0.5", "f32=0.1"], {"sort_result_descending": "true", "output_type": "i64", "clockwise": "true"}
    yield "MulticlassNms", [8, 9], 3, ["f32[1,6,4]", "f32[1,2,6]"], {**NMS, "sort_result_across_batch": "false", "iou_threshold": "0.5", "score_threshold": "0", "nms_eta": "1"}
    yield "MatrixNms", [8], 3, ["f32[1,6,4]", "f32[1,2,6]"], {**NMS, "sort_result_across_batch": "false", "score_threshold": "0", "decay_function": "linear", "gaussian_sigma": "2", "post_threshold": "0"}
    yield "DetectionOutput", [1], 1, ["f32[1,24]", "f32[1,12]", "f32[1,1,24]"], {**DETECTION, "num_classes": "2"}
    yield "DetectionOutput", [8], 1, ["f32[1,24]", "f32[1,12]", "f32[1,1,24]"], DETECTION
    yield "PriorBox", [1, 8], 1, ["i64{4,4}", "i64{32,32}"], PRIOR
    yield "PriorBoxClustered", [1], 1, ["i64{4,4}", "i64{32,32}"], {"width": "8,16", "height": "8,16", "clip": "false", "step_w": "0", "step_h": "0", "step": "0", "offset": "0.5", "variance": "0.1"}
    yield "Proposal", [1], 1, ["f32[1,4,5,5]", "f32[1,8,5,5]", "f32[3]"], PROPOSAL
    yield "Proposal", [4], 2, ["f32[1,4,5,5]", "f32[1,8,5,5]", "f32[3]"], PROPOSAL
    yield "ROIPooling", [2], 1, ["f32[2,3,8,8]", "f32[4,5]"], {"pooled_h": "2", "pooled_w": "3", "spatial_scale": "0.5", "method": "max", "output_size": "2,3"}
    yield "ROIAlign", [3], 1, ["f32[2,3,8,8]", "f32[4,4]", "i64[4]"], {"pooled_h": "2", "pooled_w": "3", "sampling_ratio": "2", "spatial_scale": "0.5", "mode": "avg"}
    yield "ROIAlign", [9], 1, ["f32[2,3,8,8]", "f32[4,4]", "i64[4]"], {"pooled_h": "2", "pooled_w": "3", "sampling_ratio": "2", "spatial_scale": "0.5", "mode": "avg", "aligned_mode": "asymmetric"}
    yield "ROIAlignRotated", [15], 1, ["f32[2,3,8,8]", "f32[4,5]", "i64[4]"], {"pooled_h": "2", "pooled_w": "3", "sampling_ratio": "2", "spatial_scale": "0.5", "clockwise_mode": "true"}
    yield "PSROIPooling", [1], 1, ["f32[2,18,8,8]", "f32[4,5]"], {"output_dim": "2", "group_size": "3", "spatial_scale": "0.5", "spatial_bins_x": "1", "spatial_bins_y": "1", "mode": "average"}
    yield "DeformablePSROIPooling", [1], 1, ["f32[2,18,8,8]", "f32[4,5]"], {"output_dim": "2", "group_size": "3", "spatial_scale": "0.5", "spatial_bins_x": "1", "spatial_bins_y": "1", "mode": "bilinear_deformable", "trans_std": "0.1", "part_size": "3"}
    yield "RegionYolo", [1], 1, ["f32[1,18,4,4]"], {"anchors": "1,2,3,4", "axis": "1", "coords": "4", "classes": "1", "end_axis": "3", "num": "3", "do_softmax": "true", "mask": "0,1,2"}
    yield "ReorgYolo", [2], 1, ["f32[1,4,4,6]"], {"stride": "2"}
    yield "GridSample", [9], 1, ["f32[2,3,4,5]", "f32[2,6,7,2]"], {"align_corners": "false", "mode": "bilinear", "padding_mode": "zeros"}
    yield "CTCGreedyDecoder", [1], 1, ["f32[5,2,6]", "f32[5,2]"], {"ctc_merge_repeated": "true"}
    yield "CTCGreedyDecoderSeqLen", [6], 2, ["f32[2,5,6]", "i64[2]"], {"merge_repeated": "true", "classes_index_type": "i64", "sequence_length_type": "i64"}
    yield "CTCLoss", [4], 1, ["f32[2,5,6]", "i64[2]", "i64[2,5]", "i64[2]", "i64=5"], {"preprocess_collapse_repeated": "false", "ctc_merge_repeated": "true", "unique": "false"}
    yield "EmbeddingBagOffsetsSum", [3], 1, ["f32[5,2]", "i64[4]", "i64[3]"], {}
    yield "EmbeddingBagOffsets", [15], 1, ["f32[5,2]", "i64[4]", "i64[3]"], {"reduction": "sum"}
    yield "EmbeddingBagPackedSum", [3], 1, ["f32[5,2]", "i64[3,2]"], {}
    yield "EmbeddingBagPacked", [15], 1, ["f32[5,2]", "i64[3,2]"], {"reduction": "sum"}
    yield "EmbeddingSegmentsSum", [3], 1, ["f32[5,2]", "i64[4]", "i64[4]", "i64=3"], {}
    yield "GenerateProposals", [9], 3, ["f32[1,3]", "f32[4,5,3,4]", "f32[1,12,4,5]", "f32[1,3,4,5]"], {"min_size": "1", "nms_threshold": "0.5", "pre_nms_count": "10", "post_nms_count": "5", "normalized": "true", "nms_eta": "1", "roi_num_type": "i64"}
    yield "ExperimentalDetectronDetectionOutput", [6], 3, ["f32[16,4]", "f32[16,8]", "f32[16,2]", "f32[1,3]"], {"score_threshold": "0.01", "nms_threshold": "0.2", "max_delta_log_wh": "2", "num_classes": "2", "post_nms_count": "50", "max_detections_per_image": "5", "class_agnostic_box_regression": "false", "deltas_weights": "1,1,1,1"}
    yield "ExperimentalDetectronGenerateProposalsSingleImage", [6], 2, ["f32[3]", "f32[12,4]", "f32[12,2,2]", "f32[3,2,2]"], {"min_size": "0", "nms_threshold": "0.7", "post_nms_count": "6", "pre_nms_count": "10"}
    yield "ExperimentalDetectronPriorGridGenerator", [6], 1, ["f32[3,4]", "f32[1,16,4,5]", "f32[1,3,100,200]"], {"flatten": "true", "h": "0", "w": "0", "stride_x": "0", "stride_y": "0"}
    yield "ExperimentalDetectronROIFeatureExtractor", [6], 2, ["f32[10,4]", "f32[1,2,16,16]", "f32[1,2,8,8]"], {"output_size": "7", "sampling_ratio": "2", "pyramid_scales": "4,8", "aligned": "false"}
    yield "ExperimentalDetectronTopKROIs", [6], 1, ["f32[10,4]", "f32[10]"], {"max_rois": "5"}
    for name in ("NV12toBGR", "NV12toRGB", "I420toBGR", "I420toRGB"):
        yield name, [8], 1, ["u8[1,12,8,1]"], {}
    yield "NV12toRGB", [8], 1, ["u8[1,8,8,1]", "u8[1,4,4,2]"], {}
    yield "I420toRGB", [8], 1, ["u8[1,8,8,1]", "u8[1,4,4,1]", "u8[1,4,4,1]"], {}
    yield "StringTensorPack", [15], 1, ["i32[3]", "i32[3]", "u8[9]"], {}
    yield "StringTensorUnpack", [15], 3, ["string[3]"], {}


def all_seeds():
    """Returns, by operator and version, the output count, inputs, and attributes of each seed."""
    found = {}
    for family in (_families, _data, _arithmetic, _detection):
        for name, versions, outputs, inputs, attributes in family():
            for version in versions:
                found.setdefault((name, version), []).append((outputs, inputs, dict(attributes)))
    return found
