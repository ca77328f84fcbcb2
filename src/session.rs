//! A model that is edited, with facts that follow.

use crate::analyze::analyze;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::infer::incremental::Incremental;
use crate::options::AnalysisOptions;

/// A model that is edited, with the facts of all values kept up to date.
///
/// After an edit, only what depends on it is inferred again, and inference stops where a fact stays the same. The facts
/// are those of [`analyze()`](crate::analyze()) for the edited model. While the model has errors, or calls functions that
/// an edit reaches, it is inferred as a whole.
///
/// ```
/// use shapewright::graph::{At, Model, NewNode};
/// use shapewright::{AnalysisOptions, ReadOptions, Session, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
///     g (float[N,3,4] x) => (float[N,3,4] y) { h = Neg (x)  y = Abs (h) }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let mut session = Session::new(model, AnalysisOptions::default());
/// let graph = session.model().main_graph().unwrap();
/// let abs = session.model().nodes_of(graph).last().unwrap();
/// let turned = session.edit(|model| {
///     let h = model.inputs(abs)[0];
///     let node = model.insert(At::Before(abs), NewNode::new("Flatten").input(h))?;
///     let turned = model.outputs(node).next().unwrap();
///     model.set_input(abs, 0, turned)?;
///     Ok::<_, shapewright::graph::EditError>(turned)
/// });
/// assert_eq!(session.facts().ty(turned.unwrap()).to_string(), "f32[N,12]");
/// assert_eq!(session.analysis().findings[0].rule.name(), "declared-shape-mismatch");
/// ```
#[derive(Debug)]
pub struct Session {
    model: Model,
    options: AnalysisOptions,
    inferred: Incremental,
    /// The complete analysis of the model as it is now, if it was asked for.
    analysis: Option<Analysis>,
}

impl Session {
    /// Infers a model.
    pub fn new(model: Model, options: AnalysisOptions) -> Session {
        let inferred = Incremental::new(&model, &options);
        Session { model, options, inferred, analysis: None }
    }

    /// The model as it is now.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The options of the analysis.
    pub fn options(&self) -> &AnalysisOptions {
        &self.options
    }

    /// Edits the model, then infers what the edits affect.
    pub fn edit<T>(&mut self, edit: impl FnOnce(&mut Model) -> T) -> T {
        let result = self.edit_later(edit);
        self.update();
        result
    }

    /// Edits the model without inferring anything: the facts are those of the model before, until [`Session::update`] or
    /// [`Session::edit`] infers what all edits since affect. For many edits between which no fact is needed.
    pub fn edit_later<T>(&mut self, edit: impl FnOnce(&mut Model) -> T) -> T {
        let before = self.model.changes().len();
        let result = edit(&mut self.model);
        if self.model.changes().len() != before {
            self.analysis = None;
        }
        result
    }

    /// Infers what the edits affect that were made with [`Session::edit_later`].
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{AnalysisOptions, ReadOptions, Session, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[2,3] x) => (y) { y = Transpose <perm = [0, 1]> (x) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let mut session = Session::new(model, AnalysisOptions::default());
    /// let transpose = session.model().nodes_of(session.model().main_graph().unwrap()).next().unwrap();
    /// let y = session.model().outputs(transpose).next().unwrap();
    ///
    /// session.edit_later(|model| model.set_attribute(transpose, "perm", vec![1, 0]));
    /// assert_eq!(session.facts().ty(y).to_string(), "f32[2,3]");
    /// session.update();
    /// assert_eq!(session.facts().ty(y).to_string(), "f32[3,2]");
    /// ```
    pub fn update(&mut self) {
        self.inferred.update(&self.model, &self.options);
    }

    /// The facts of all values.
    pub fn facts(&self) -> &FactStore {
        self.inferred.facts()
    }

    /// Whether the next edit can be followed. If not, the whole model is inferred again: it has an error, its imports
    /// do not say which versions its nodes have, or its values depend on more than the nodes before them.
    pub fn is_incremental(&self) -> bool {
        self.inferred.is_exact()
    }

    /// How much work the inference of all edits was, in nodes of a few inputs.
    pub(crate) fn work(&self) -> usize {
        self.inferred.work()
    }

    /// The complete analysis of the model as it is now, with findings and constraints. After an edit, the whole model is
    /// checked when this is asked for.
    pub fn analysis(&mut self) -> &Analysis {
        self.analysis.get_or_insert_with(|| analyze(&self.model, &self.options))
    }

    /// The model.
    pub fn into_model(self) -> Model {
        self.model
    }
}
