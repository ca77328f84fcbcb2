//! The 39 IR files of `testdata/cases/ir_samples`, which OpenVINO wrote: every port is inferred at least as precisely as
//! recorded, and only the two files with duplicate axes have errors.

use std::fs;
use std::path::Path;

use shapewright::graph::{GraphId, Model, ValueId};
use shapewright::{Analysis, AnalysisOptions, Provenance, ReadOptions, Source, ValueType, analyze};

use crate::support;

#[test]
fn every_sample_is_inferred_as_precisely_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cases/ir_samples");
    let (mut ran, mut ports, mut failures) = (0, 0, Vec::new());
    let mut files: Vec<_> = fs::read_dir(folder).expect("the samples").flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "xml"));
    files.sort();
    for path in &files {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let model = Model::read(Source::open(path).expect("the sample"), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        ran += 1;
        failures.extend(findings(&name, &model, &analysis));
        for graph in model.graphs() {
            for value in model.values_of(graph) {
                ports += 1;
                failures.extend(less_precise(&name, &model, &analysis, graph, value));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(ran, 39);
    assert_eq!(ports, 177, "every output port of the samples is compared");
}

/// Files that OpenVINO wrote have no finding, except those with duplicate axes or without elements, and the one that
/// contains only constants.
fn findings(name: &str, model: &Model, analysis: &Analysis) -> Option<String> {
    let expected = match name {
        "rmin_dup_axes" | "rmin_dup_neg_axes" => "error OP103",
        "rmin_zero_dim" => "warning SH301",
        "const_all_types" => "note SU104",
        _ => "",
    };
    let found: Vec<String> = analysis.findings.iter().map(|f| format!("{} {}", f.level, f.rule.code())).collect();
    let all = support::findings(model, analysis);
    (found.join(" ") != expected).then(|| format!("{name}: {all:?}, expected {expected:?}"))
}

fn less_precise(name: &str, model: &Model, analysis: &Analysis, graph: GraphId, value: ValueId) -> Option<String> {
    let recorded = model.declared(value)?;
    let fact = analysis.facts.get(value);
    let fail = |what: &str| {
        let place = format!("{name}, {} `{}`", model.path(graph), model.value_name(value));
        Some(format!("{place}: {} {what}, recorded {recorded}", fact.ty))
    };
    if fact.provenance != Provenance::Inferred {
        return fail("is only declared");
    }
    let (ValueType::Tensor(fact_type), ValueType::Tensor(recorded_type)) = (&fact.ty, recorded) else {
        return fail("is no tensor");
    };
    if fact_type.element != recorded_type.element {
        return fail("is of another type");
    }
    // A port without `<dim>` is a scalar or of dynamic rank; a dim of -1 says nothing.
    let recorded_dims = recorded_type.shape.dims()?;
    let Some(dims) = fact_type.shape.dims() else { return fail("is of unknown rank") };
    let agrees =
        dims.len() == recorded_dims.len() && dims.iter().zip(recorded_dims).all(|(d, r)| support::is_within(d, r));
    if agrees { None } else { fail("is less precise") }
}
