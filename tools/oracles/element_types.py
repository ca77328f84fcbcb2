"""Converts the tools' names of element types to those of shapewright."""

_ONNX = {
    "FLOAT": "f32", "DOUBLE": "f64", "FLOAT16": "f16", "BFLOAT16": "bf16", "BOOL": "bool", "STRING": "string",
    "COMPLEX64": "c64", "COMPLEX128": "c128", "FLOAT8E4M3FN": "f8e4m3", "FLOAT8E4M3FNUZ": "f8e4m3fnuz",
    "FLOAT8E5M2": "f8e5m2", "FLOAT8E5M2FNUZ": "f8e5m2fnuz", "FLOAT8E8M0": "f8e8m0", "FLOAT4E2M1": "f4e2m1",
    **{f"{sign}INT{bits}": f"{letter}{bits}" for sign, letter in (("", "i"), ("U", "u")) for bits in (2, 4, 8, 16, 32, 64)},
}
_NUMPY = {
    "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "bool": "bool", "object": "string",
    "complex64": "c64", "complex128": "c128", "float8_e4m3fn": "f8e4m3", "float8_e5m2": "f8e5m2",
    "float8_e4m3fnuz": "f8e4m3fnuz", "float8_e5m2fnuz": "f8e5m2fnuz", "float8_e8m0fnu": "f8e8m0", "float4_e2m1fn": "f4e2m1",
    **{f"{sign}int{bits}": f"{letter}{bits}" for sign, letter in (("", "i"), ("u", "u")) for bits in (2, 4, 8, 16, 32, 64)},
}
_OPENVINO = {"boolean": "bool", "dynamic": None}


def from_onnx(name):
    """Converts a name such as `FLOAT`; None if unknown."""
    return _ONNX.get(name)


def from_numpy(name):
    """Converts the name of a numpy or ml_dtypes type; None for any other."""
    return "string" if name.startswith(("str", "<U")) else _NUMPY.get(name)


def from_openvino(name):
    return _OPENVINO.get(name, name)
