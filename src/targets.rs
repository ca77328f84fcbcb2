//! Runtimes that a model is meant for: which files they read, and what they were seen to do with them.
//!
//! What is published is cited on the page of the rule; what was measured carries the version with which it was. Nothing
//! is claimed of versions for which neither is at hand.

use std::fmt;
use std::str::FromStr;

use crate::element::ElementType;
use crate::graph::Dialect;
use crate::ops::{ReduceKind, Reduction};

/// A program that runs models.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runtime {
    /// ONNX Runtime, with its CPU provider.
    OnnxRuntime,
    /// OpenVINO, with its CPU plugin.
    OpenVino,
    /// tract.
    Tract,
    /// TensorRT, with its ONNX parser.
    TensorRt,
}

impl Runtime {
    /// All of them.
    pub const ALL: [Runtime; 4] = [Runtime::OnnxRuntime, Runtime::OpenVino, Runtime::Tract, Runtime::TensorRt];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Runtime::OnnxRuntime => "onnxruntime",
            Runtime::OpenVino => "openvino",
            Runtime::Tract => "tract",
            Runtime::TensorRt => "tensorrt",
        }
    }

    /// The name in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Runtime::OnnxRuntime => "ONNX Runtime",
            Runtime::OpenVino => "OpenVINO",
            Runtime::Tract => "tract",
            Runtime::TensorRt => "TensorRT",
        }
    }

    /// The version with which it was measured; `None` if it was not.
    pub const fn measured(self) -> Option<&'static str> {
        match self {
            Runtime::OnnxRuntime => Some("1.31.1"),
            Runtime::OpenVino => Some("2026.4.1"),
            Runtime::Tract => Some("0.23.9"),
            Runtime::TensorRt => None,
        }
    }
}

/// A runtime, and the oldest version of it that must run the model: `onnxruntime>=1.20`, `tract`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The runtime.
    pub runtime: Runtime,
    /// The oldest version, major and minor; `None` for whichever is known best.
    pub least: Option<(u32, u32)>,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.runtime.title())?;
        self.least.map_or(Ok(()), |(major, minor)| write!(f, " {major}.{minor}"))
    }
}

/// Text that is no target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTarget(String);

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownTarget {}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(text: &str) -> Result<Target, UnknownTarget> {
        let text = text.trim();
        let (name, version) = match text.split_once(">=") {
            Some((name, version)) => (name.trim(), Some(version.trim())),
            None => (text, None),
        };
        let runtime = Runtime::ALL.into_iter().find(|runtime| runtime.name().eq_ignore_ascii_case(name));
        let runtime = runtime.ok_or_else(|| unknown(name))?;
        let least = version.map(|version| {
            parsed(version).ok_or_else(|| {
                UnknownTarget(format!("`{version}` is no version; write numbers, as in {}>=1.20", runtime.name()))
            })
        });
        Ok(Target { runtime, least: least.transpose()? })
    }
}

fn unknown(name: &str) -> UnknownTarget {
    let plain: String = name.chars().take_while(|c| c.is_ascii_alphabetic()).collect::<String>().to_lowercase();
    if let Some(runtime) = Runtime::ALL.iter().find(|runtime| runtime.name() == plain) {
        let form = format!("`{name}` is no target; write {}>=VERSION for the oldest version", runtime.name());
        return UnknownTarget(form);
    }
    let distance = |runtime: &Runtime| strsim::damerau_levenshtein(&plain, runtime.name());
    let near = Runtime::ALL.into_iter().min_by_key(distance).filter(|runtime| distance(runtime) <= 3);
    let valid = Runtime::ALL.map(Runtime::name).join(", ");
    UnknownTarget(match near {
        Some(near) => format!("`{name}` is no runtime that is known; did you mean `{}`?", near.name()),
        None => format!("`{name}` is no runtime that is known (valid: {valid})"),
    })
}

/// Major and minor of `1.20`, `2025.0`, `1.20.1` or `10`.
fn parsed(version: &str) -> Option<(u32, u32)> {
    let numbers: Vec<u32> = version.split('.').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [major] => Some((major, 0)),
        [major, minor] | [major, minor, _] => Some((major, minor)),
        _ => None,
    }
}

/// The newest that a version of a runtime reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Newest {
    /// The runtime's version.
    version: (u32, u32),
    /// ONNX's default operator set; for IR the opset.
    pub(crate) opset: i64,
    /// ONNX's `ai.onnx.ml`.
    pub(crate) ml: Option<i64>,
    /// ONNX's IR version.
    pub(crate) ir: Option<i64>,
}

const fn ort(version: (u32, u32), opset: i64, ml: Option<i64>, ir: i64) -> Newest {
    Newest { version, opset, ml, ir: Some(ir) }
}

const fn opset(version: (u32, u32), opset: i64) -> Newest {
    Newest { version, opset, ml: None, ir: None }
}

/// The published table; where the release of ONNX that it names has more, that. The last row is measured.
const ONNX_RUNTIME: &[Newest] = &[
    ort((1, 2), 11, Some(2), 6),
    ort((1, 5), 12, Some(2), 7),
    ort((1, 7), 13, Some(2), 7),
    ort((1, 8), 14, Some(2), 7),
    ort((1, 10), 15, Some(2), 8),
    ort((1, 11), 16, Some(3), 8),
    ort((1, 13), 17, Some(3), 8),
    ort((1, 14), 18, Some(3), 8),
    ort((1, 16), 19, Some(3), 9),
    ort((1, 17), 20, Some(4), 9),
    ort((1, 20), 21, Some(5), 10),
    ort((1, 31), 26, None, 13),
];

/// Opsets of IR, as published; the last row is measured.
const OPENVINO_IR: &[Newest] = &[
    opset((2020, 1), 1),
    opset((2020, 3), 2),
    opset((2020, 4), 3),
    opset((2021, 1), 4),
    opset((2021, 2), 5),
    opset((2021, 3), 6),
    opset((2021, 4), 7),
    opset((2022, 1), 8),
    opset((2022, 2), 9),
    opset((2022, 3), 10),
    opset((2023, 0), 11),
    opset((2023, 1), 12),
    opset((2023, 3), 13),
    opset((2024, 4), 14),
    opset((2024, 5), 15),
    opset((2026, 4), 16),
];

/// As published for single releases.
const TENSORRT: &[Newest] = &[opset((7, 2), 13), opset((8, 6), 17), opset((11, 0), 25)];

impl Target {
    /// The newest that it reads of this dialect. Each row of a table is the last version that reads no more than it says,
    /// so a version between two rows is measured by the later one: what is refused then is refused for certain.
    pub(crate) fn newest(&self, dialect: Dialect) -> Option<Newest> {
        let table = match (self.runtime, dialect) {
            (Runtime::OnnxRuntime, Dialect::Onnx) => ONNX_RUNTIME,
            (Runtime::OpenVino, Dialect::OpenVino) => OPENVINO_IR,
            (Runtime::TensorRt, Dialect::Onnx) => TENSORRT,
            _ => return None,
        };
        match self.least {
            Some(least) => table.iter().find(|row| row.version >= least).copied(),
            None => table.last().copied(),
        }
    }

    /// What it makes of integers beyond 32 bits, if it narrows them.
    pub(crate) fn narrows_integers(&self) -> Option<&'static str> {
        match self.runtime {
            Runtime::OpenVino => Some("measured with OpenVINO 2026.4.1: its CPU plugin computes in 32 bits"),
            Runtime::TensorRt if self.least.is_none_or(|least| least < (10, 0)) => {
                Some("its documentation for version 8.6: INT64 is cast down to INT32, and clamped")
            }
            _ => None,
        }
    }

    /// What it makes of floats of 64 bits, if it narrows them.
    pub(crate) fn narrows_floats(&self) -> Option<&'static str> {
        match self.runtime {
            Runtime::OpenVino => Some("measured with OpenVINO 2026.4.1: its CPU plugin computes in 32 bits"),
            Runtime::TensorRt => Some("its documentation for version 8.6: DOUBLE is cast down to FLOAT, and clamped"),
            _ => None,
        }
    }
}

/// What a runtime does with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It refuses the node.
    RefusesNode,
    /// It refuses the node for its element type.
    RefusesType,
    /// It gives something else than others.
    Differs,
}

/// A reduction as it stands in a model.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) dialect: Dialect,
    /// The version of the operator that applies.
    pub(crate) version: i64,
    pub(crate) element: Option<ElementType>,
    /// The sizes of the data; `None` for one that is open.
    pub(crate) sizes: Option<Vec<Option<u64>>>,
    pub(crate) reduction: &'a Reduction,
}

impl Case<'_> {
    fn is(&self, kinds: &[ReduceKind]) -> bool {
        kinds.contains(&self.reduction.kind)
    }

    fn has(&self, elements: &[ElementType]) -> bool {
        self.element.is_some_and(|element| elements.contains(&element))
    }

    fn reduces_nothing(&self) -> bool {
        let empty = |axis: &usize| self.sizes.as_ref().and_then(|sizes| sizes.get(*axis).copied()) == Some(Some(0));
        self.reduction.axes.as_ref().is_some_and(|axes| axes.iter().any(empty))
    }
}

/// Something that a runtime was seen to do with a reduction.
pub(crate) struct Behaviour {
    pub(crate) runtime: Runtime,
    pub(crate) effect: Effect,
    pub(crate) applies: fn(&Case<'_>) -> bool,
    /// What it does, after the runtime's name.
    pub(crate) does: &'static str,
    /// Where that is written, if it was not measured.
    pub(crate) source: Option<&'static str>,
    pub(crate) help: &'static str,
}

const RETYPE: &str = "convert the data to a type that it takes, as float or int64, and back";
const NAME_AXES: &str = "give the axes as a constant";

/// What was measured with single nodes.
pub(crate) static REDUCTIONS: &[Behaviour] = &[
    Behaviour {
        runtime: Runtime::OnnxRuntime,
        effect: Effect::RefusesType,
        applies: |case| {
            use ElementType::{Bf16, U32, U64};
            case.is(&[ReduceKind::Min]) && case.dialect == Dialect::Onnx && case.has(&[U32, U64, Bf16])
        },
        does: "has no kernel for this type and refuses the model",
        source: None,
        help: RETYPE,
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::RefusesType,
        applies: |case| {
            let early = case.dialect == Dialect::Onnx && case.version == 12;
            early && case.is(&[ReduceKind::Min]) && case.has(&[ElementType::I8])
        },
        does: "refuses this type at version 12 of the operator",
        source: None,
        help: RETYPE,
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::RefusesType,
        applies: |case| case.is(&[ReduceKind::Min]) && case.dialect == Dialect::Onnx && case.has(&[ElementType::Bool]),
        does: "loads the model and fails when it runs",
        source: None,
        help: RETYPE,
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::RefusesNode,
        applies: |case| case.dialect == Dialect::Onnx && case.reduction.at_run_time,
        does: "cannot type a reduction whose axes are known only when the model runs",
        source: None,
        help: NAME_AXES,
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::RefusesNode,
        applies: |case| {
            let open = case.reduction.at_run_time && case.reduction.count.is_none();
            case.dialect == Dialect::Onnx && open && case.reduction.keep_dims == Some(false)
        },
        does: "refuses to convert a reduction that drops a number of axes known only when the model runs",
        source: None,
        help: NAME_AXES,
    },
    Behaviour {
        runtime: Runtime::TensorRt,
        effect: Effect::RefusesNode,
        applies: |case| case.is(&[ReduceKind::Min]) && case.sizes.as_ref().is_some_and(Vec::is_empty),
        does: "refuses to reduce a scalar",
        source: Some("reported in NVIDIA/TensorRT#4472"),
        help: "remove the node: the data has one element",
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::Differs,
        applies: |case| {
            use ReduceKind::{L1, LogSum, LogSumExp};
            let ignored = case.version == 13 && case.reduction.axes.is_some() && case.reduction.by_attribute;
            let some = case.reduction.axes.as_ref().zip(case.sizes.as_ref());
            let some = some.is_none_or(|(axes, sizes)| axes.len() < sizes.len());
            case.dialect == Dialect::Onnx && case.is(&[L1, LogSum, LogSumExp]) && ignored && some
        },
        does: "ignores the attribute `axes` and reduces every axis",
        source: None,
        help: "convert the model to opset 18, where the axes are an input",
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.dialect == Dialect::Onnx && case.reduction.empty_attribute,
        does: "takes an empty `axes` for none, where all others reduce every axis",
        source: None,
        help: "leave the attribute out",
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.has(&[ElementType::I64, ElementType::U64]),
        does: "computes with the low 32 bits of each element on the CPU",
        source: None,
        help: "see that the numbers fit 32 bits, or convert them to a float type first",
    },
    Behaviour {
        runtime: Runtime::OpenVino,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.has(&[ElementType::F32]) && case.reduces_nothing(),
        does: "gives the greatest finite number for the minimum of nothing, where ONNX has infinity",
        source: None,
        help: "see that the reduced axis is not empty",
    },
    Behaviour {
        runtime: Runtime::Tract,
        effect: Effect::Differs,
        applies: |case| case.is(&[ReduceKind::Min]) && case.has(&[ElementType::F32]) && case.reduces_nothing(),
        does: "gives the greatest finite number for the minimum of nothing, where ONNX has infinity",
        source: None,
        help: "see that the reduced axis is not empty",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Target {
        text.parse().expect("a target")
    }

    fn error(text: &str) -> String {
        text.parse::<Target>().expect_err("no target").to_string()
    }

    #[test]
    fn a_target_is_a_runtime_and_a_version() {
        assert_eq!(target("tract"), Target { runtime: Runtime::Tract, least: None });
        assert_eq!(target("onnxruntime>=1.20"), Target { runtime: Runtime::OnnxRuntime, least: Some((1, 20)) });
        assert_eq!(target(" OpenVINO >= 2025.0.1 ").least, Some((2025, 0)));
        assert_eq!(target("tensorrt>=10").least, Some((10, 0)));
    }

    #[test]
    fn what_is_no_target_gets_a_suggestion() {
        assert!(error("onxruntime>=1.20").ends_with("did you mean `onnxruntime`?"));
        assert!(error("onnxruntime=1.20").ends_with("write onnxruntime>=VERSION for the oldest version"));
        assert!(error("tvm").ends_with("(valid: onnxruntime, openvino, tract, tensorrt)"), "{}", error("tvm"));
        for wrong in
            ["onnxruntime>=", "onnxruntime>=new", "onnxruntime>=1.2.3.4", "onnxruntime>=-1", "tract>=99999999999"]
        {
            assert!(error(wrong).contains("is no version"), "{wrong}");
        }
        assert!(!error("").is_empty());
    }

    #[test]
    fn a_version_between_two_rows_may_read_as_much_as_the_later_one() {
        let newest = |text: &str, dialect| target(text).newest(dialect).map(|n| n.opset);
        assert_eq!(newest("onnxruntime>=1.20", Dialect::Onnx), Some(21));
        assert_eq!(newest("onnxruntime>=1.9", Dialect::Onnx), Some(15));
        assert_eq!(newest("onnxruntime>=1.22", Dialect::Onnx), Some(26));
        assert_eq!(newest("onnxruntime>=1.40", Dialect::Onnx), None);
        assert_eq!(newest("onnxruntime", Dialect::Onnx), Some(26));
        assert_eq!(newest("openvino>=2023.2", Dialect::OpenVino), Some(13));
        assert_eq!(newest("openvino>=2025.0", Dialect::OpenVino), Some(16));
        assert_eq!(newest("openvino", Dialect::Onnx), None);
        assert_eq!(newest("tensorrt>=10", Dialect::Onnx), Some(25));
        for table in [ONNX_RUNTIME, OPENVINO_IR, TENSORRT] {
            assert!(table.windows(2).all(|rows| rows[0].version < rows[1].version && rows[0].opset <= rows[1].opset));
        }
    }
}
