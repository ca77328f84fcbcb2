//! Runtimes that a model is intended for, and the versions that they support. Their measured behavior for an operator
//! is recorded with the operator's family.
//!
//! Published facts are cited on the page of the rule; measured ones carry the measured version. Nothing is claimed
//! about versions for which there is neither.

use std::fmt;
use std::str::FromStr;

use crate::dialect::Dialect;
use crate::suggest;

/// A program that runs models.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Runtime {
    /// ONNX Runtime, with its CPU provider.
    OnnxRuntime,
    /// OpenVINO, with its CPU plugin.
    OpenVino,
    /// TensorRT, with its ONNX parser.
    TensorRt,
}

impl Runtime {
    /// All of them.
    pub const ALL: [Runtime; 3] = [Runtime::OnnxRuntime, Runtime::OpenVino, Runtime::TensorRt];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Runtime::OnnxRuntime => "onnxruntime",
            Runtime::OpenVino => "openvino",
            Runtime::TensorRt => "tensorrt",
        }
    }

    /// The name in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Runtime::OnnxRuntime => "ONNX Runtime",
            Runtime::OpenVino => "OpenVINO",
            Runtime::TensorRt => "TensorRT",
        }
    }

    /// The version that was measured; `None` if there is none.
    pub const fn measured(self) -> Option<&'static str> {
        match self {
            Runtime::OnnxRuntime => Some("1.31.1"),
            Runtime::OpenVino => Some("2026.4.1"),
            Runtime::TensorRt => None,
        }
    }

    /// What is known of it, if that is less than every operator, version, and type.
    pub const fn limited_to(self) -> Option<&'static str> {
        match self {
            Runtime::OnnxRuntime | Runtime::OpenVino => None,
            Runtime::TensorRt => Some("the newest operator set and the narrowing of 64-bit numbers, as documented"),
        }
    }
}

/// A runtime, and the oldest version of it that must run the model: `onnxruntime>=1.20`, `openvino`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The runtime.
    pub runtime: Runtime,
    /// The oldest version, major and minor; `None` for the best known one.
    pub min_version: Option<(u32, u32)>,
}

impl Target {
    /// The target as text, `onnxruntime>=1.20`, which parses to the same target.
    pub fn written(&self) -> String {
        let version = self.min_version.map(|(major, minor)| format!(">={major}.{minor}"));
        format!("{}{}", self.runtime.name(), version.unwrap_or_default())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.runtime.title())?;
        self.min_version.map_or(Ok(()), |(major, minor)| write!(f, " {major}.{minor}"))
    }
}

/// The text is not a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTargetError(String);

impl fmt::Display for ParseTargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseTargetError {}

impl FromStr for Target {
    type Err = ParseTargetError;

    fn from_str(text: &str) -> Result<Target, ParseTargetError> {
        let text = text.trim();
        let (name, version) = match text.split_once(">=") {
            Some((name, version)) => (name.trim(), Some(version.trim())),
            None => (text, None),
        };
        let runtime = Runtime::ALL.into_iter().find(|runtime| runtime.name().eq_ignore_ascii_case(name));
        let runtime = runtime.ok_or_else(|| unknown(name))?;
        let least = version.map(|version| {
            parsed(version).ok_or_else(|| {
                ParseTargetError(format!(
                    "`{version}` is not a version; expected numbers, as in {}>=1.20",
                    runtime.name()
                ))
            })
        });
        let target = Target { runtime, min_version: least.transpose()? };
        target.too_old().map_or(Ok(target), Err)
    }
}

fn unknown(name: &str) -> ParseTargetError {
    let plain: String = name.chars().take_while(|c| c.is_ascii_alphabetic()).collect::<String>().to_lowercase();
    if let Some(runtime) = Runtime::ALL.iter().find(|runtime| runtime.name() == plain) {
        let form = format!("`{name}` is not a target; expected {}>=VERSION with the oldest version", runtime.name());
        return ParseTargetError(form);
    }
    let near = suggest::nearest(&plain, Runtime::ALL.map(Runtime::name));
    let valid = Runtime::ALL.map(Runtime::name).join(", ");
    ParseTargetError(match near {
        Some(near) => format!("unknown runtime `{name}`; did you mean `{near}`?"),
        None => format!("unknown runtime `{name}`; expected {valid}"),
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

/// The newest versions that a version of a runtime supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Newest {
    /// The runtime's version.
    version: (u32, u32),
    /// ONNX's default operator set; the opset for IR.
    pub(crate) opset: i64,
    /// ONNX's `ai.onnx.ml`.
    pub(crate) ml: Option<i64>,
    /// ONNX's IR version.
    pub(crate) ir: Option<i64>,
}

impl Newest {
    /// The runtime that these versions apply to: the target, or the newest known version if that is older.
    pub(crate) fn reader(&self, target: &Target) -> String {
        let (major, minor) = self.version;
        match target.too_new() {
            Some(_) => format!("{} {major}.{minor}", target.runtime.title()),
            None => target.to_string(),
        }
    }
}

const fn ort(version: (u32, u32), opset: i64, ml: Option<i64>, ir: i64) -> Newest {
    Newest { version, opset, ml, ir: Some(ir) }
}

const fn opset(version: (u32, u32), opset: i64) -> Newest {
    Newest { version, opset, ml: None, ir: None }
}

/// The published table, corrected upward by the release of ONNX that it names. The last row is measured.
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

/// IR opsets, as published; the last row is measured.
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

/// As published for individual releases.
const TENSORRT: &[Newest] = &[opset((7, 2), 13), opset((8, 6), 17), opset((11, 0), 25)];

impl Runtime {
    /// The versions that its releases support, and their dialect; `None` if unknown.
    fn table(self) -> Option<(Dialect, &'static [Newest])> {
        match self {
            Runtime::OnnxRuntime => Some((Dialect::Onnx, ONNX_RUNTIME)),
            Runtime::OpenVino => Some((Dialect::OpenVino, OPENVINO_IR)),
            Runtime::TensorRt => Some((Dialect::Onnx, TENSORRT)),
        }
    }
}

impl Target {
    /// The newest versions that it supports in this dialect. Each row of a table is the last release that supports no
    /// more than it lists, so a release between two rows is judged by the later one: anything rejected then is
    /// certainly rejected. A release after the last row is judged by that row, which [`Target::too_new`] reports.
    pub(crate) fn newest(&self, dialect: Dialect) -> Option<Newest> {
        let (_, table) = self.runtime.table().filter(|(of, _)| *of == dialect)?;
        let least = self.min_version.unwrap_or((u32::MAX, u32::MAX));
        table.iter().find(|row| row.version >= least).or(table.last()).copied()
    }

    /// The error for a version that is older than all known ones.
    fn too_old(&self) -> Option<ParseTargetError> {
        let oldest =
            self.runtime.table()?.1.first().filter(|oldest| self.min_version.is_some_and(|l| l < oldest.version))?;
        let (name, (major, minor)) = (self.runtime.name(), oldest.version);
        Some(ParseTargetError(format!("{self} is too old; the oldest known version is {name}>={major}.{minor}")))
    }

    /// The note for a version that is newer than all known ones, with the one that is used instead.
    pub(crate) fn too_new(&self) -> Option<String> {
        let newest =
            self.runtime.table()?.1.last().filter(|newest| self.min_version.is_some_and(|l| l > newest.version))?;
        let (title, (major, minor)) = (self.runtime.title(), newest.version);
        Some(format!("{self} is newer than all known versions; the newest, {title} {major}.{minor}, is used"))
    }

    /// The note for a runtime that was not measured.
    #[cfg(feature = "cli")]
    pub(crate) fn coverage(&self) -> Option<String> {
        let known = self.runtime.limited_to()?;
        Some(format!("{}: only {known}, are checked; operators and types are not", self.runtime.title()))
    }

    /// How it narrows 64-bit integers, if it does.
    pub(crate) fn narrows_integers(&self) -> Option<&'static str> {
        match self.runtime {
            Runtime::OpenVino => Some("measured with OpenVINO 2026.4.1: its CPU plugin computes in 32 bits"),
            Runtime::TensorRt if self.min_version.is_none_or(|least| least < (10, 0)) => {
                Some("its documentation for version 8.6: INT64 is cast down to INT32, and clamped")
            }
            _ => None,
        }
    }

    /// How it narrows 64-bit floats, if it does.
    pub(crate) fn narrows_floats(&self) -> Option<&'static str> {
        match self.runtime {
            Runtime::OpenVino => Some("measured with OpenVINO 2026.4.1: its CPU plugin computes in 32 bits"),
            Runtime::TensorRt => Some("its documentation for version 8.6: DOUBLE is cast down to FLOAT, and clamped"),
            _ => None,
        }
    }
}

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
        assert_eq!(target("openvino"), Target { runtime: Runtime::OpenVino, min_version: None });
        assert_eq!(target("onnxruntime>=1.20"), Target { runtime: Runtime::OnnxRuntime, min_version: Some((1, 20)) });
        assert_eq!(target(" OpenVINO >= 2025.0.1 ").min_version, Some((2025, 0)));
        assert_eq!(target("tensorrt>=10").min_version, Some((10, 0)));
    }

    #[test]
    fn invalid_targets_get_a_suggestion() {
        assert!(error("onxruntime>=1.20").ends_with("did you mean `onnxruntime`?"));
        assert!(error("onnxruntime=1.20").ends_with("expected onnxruntime>=VERSION with the oldest version"));
        assert!(error("tvm").ends_with("; expected onnxruntime, openvino, tensorrt"), "{}", error("tvm"));
        for wrong in
            ["onnxruntime>=", "onnxruntime>=new", "onnxruntime>=1.2.3.4", "onnxruntime>=-1", "tensorrt>=99999999999"]
        {
            assert!(error(wrong).contains("is not a version"), "{wrong}");
        }
        assert!(!error("").is_empty());
    }

    #[test]
    fn a_version_between_two_rows_is_judged_by_the_later_one() {
        let newest = |text: &str, dialect| target(text).newest(dialect).map(|n| n.opset);
        assert_eq!(newest("onnxruntime>=1.20", Dialect::Onnx), Some(21));
        assert_eq!(newest("onnxruntime>=1.9", Dialect::Onnx), Some(15));
        assert_eq!(newest("onnxruntime>=1.22", Dialect::Onnx), Some(26));
        assert_eq!(newest("onnxruntime>=1.40", Dialect::Onnx), Some(26));
        assert!(target("onnxruntime>=1.40").too_new().is_some_and(|note| note.ends_with("ONNX Runtime 1.31, is used")));
        assert_eq!(target("onnxruntime>=1.31").too_new(), None);
        assert!(error("onnxruntime>=0.1").ends_with("the oldest known version is onnxruntime>=1.2"));
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
