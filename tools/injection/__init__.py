"""Classes of faults that are injected into valid models, and how the findings about them are judged."""
from . import ir_layers, ir_structure, ir_weights, onnx_attributes, onnx_bodies, onnx_constants, onnx_declarations, onnx_more, onnx_spelling, onnx_structure, onnx_tensors  # noqa: F401
