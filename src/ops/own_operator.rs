//! Operators that a caller defines at run time, with closures that may capture what they need.

use std::fmt;
use std::sync::Arc;

#[cfg(feature = "evaluate")]
use super::EvalContext;
use super::{Cost, InferContext, Operator, OperatorDef, OperatorVersion, Resolved, user_defined};
use crate::dialect::Dialect;
#[cfg(feature = "evaluate")]
use crate::tensor::{EvalError, Tensor};

type Resolve = dyn Fn(&mut InferContext<'_>) -> Resolved + Send + Sync;
type Infer = dyn Fn(&mut InferContext<'_>) + Send + Sync;
type CostOf = dyn Fn(&mut InferContext<'_>) -> Option<Cost> + Send + Sync;
#[cfg(feature = "evaluate")]
type Evaluate = dyn Fn(&EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> + Send + Sync;

/// What an operator of the caller's own consists of.
pub(super) struct OwnOperator {
    domain: String,
    name: String,
    versions: Vec<OperatorVersion>,
    resolve: Option<Box<Resolve>>,
    closures: Closures,
}

/// The functions of an operator that reads its attributes when it needs them.
#[derive(Clone, Default)]
struct Closures {
    infer: Option<Arc<Infer>>,
    cost: Option<Arc<CostOf>>,
    #[cfg(feature = "evaluate")]
    evaluate: Option<Arc<Evaluate>>,
}

impl OwnOperator {
    pub(super) fn domain(&self) -> &str {
        &self.domain
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn versions(&self) -> &[OperatorVersion] {
        &self.versions
    }

    pub(super) fn resolve(&self, cx: &mut InferContext<'_>) -> Resolved {
        match &self.resolve {
            Some(resolve) => resolve(cx),
            None => Resolved::operator(self.closures.clone()),
        }
    }
}

impl fmt::Debug for OwnOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnOperator { domain, name, versions, .. } = self;
        f.debug_struct("OwnOperator").field("domain", domain).field("name", name).field("versions", versions).finish()
    }
}

impl fmt::Debug for Closures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Closures")
    }
}

impl Operator for Closures {
    fn infer(&self, cx: &mut InferContext<'_>) {
        match &self.infer {
            Some(infer) => infer(cx),
            None => {
                let why = cx.unknown_because(format!("the definition of {} has no shape function", cx.op_type()));
                (0..cx.output_count()).for_each(|output| cx.set_unknown(output, None, why.clone()));
            }
        }
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        match &self.evaluate {
            Some(evaluate) => evaluate(cx),
            None => Err(cx.no_evaluator()),
        }
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.cost.as_ref()?(cx)
    }
}

/// Operators of one's own.
impl OperatorDef {
    /// An operator of your own, for [`AnalysisOptions::operators`](crate::AnalysisOptions). For IR, the domain is the
    /// `version` of the layers. Without a [version](OperatorDef::version), its nodes are not checked against a signature.
    ///
    /// ```
    /// use shapewright::graph::{Dialect, Model};
    /// use shapewright::ops::{OperatorDef, OperatorVersion};
    /// use shapewright::{AnalysisOptions, Dim, ReadOptions, Shape, Source, TypeSet, analyze};
    ///
    /// // What the closures capture may come from a configuration, or from the compiler.
    /// let lanes = 8;
    /// let packed = OperatorDef::custom(Dialect::Onnx, "com.example", "Pack")
    ///     .version(OperatorVersion::since(1).input("x", "T").output("y", "T").types("T", TypeSet::FLOAT))
    ///     .infer(move |cx| {
    ///         let shape = match cx.shape(0).dims() {
    ///             Some([length]) => Shape::from_dims([length.ceil_div(&Dim::exact(lanes)), Dim::exact(lanes)]),
    ///             _ => Shape::of_rank(2),
    ///         };
    ///         let element = cx.element(0);
    ///         cx.set_tensor(0, element, shape);
    ///     });
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18, "com.example" : 1]>
    ///     g (float[20] x) => (float[R,C] y) { y = com.example.Pack (x) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let options = AnalysisOptions { operators: vec![packed.into()], ..AnalysisOptions::default() };
    /// let analysis = analyze(&model, &options);
    /// let y = model.graph(model.main_graph().unwrap()).outputs[0].operand.value().unwrap();
    /// assert_eq!(analysis.facts.ty(y).to_string(), "f32[3,8]");
    /// ```
    pub fn custom(dialect: Dialect, domain: impl Into<String>, name: impl Into<String>) -> OperatorDef {
        let mut def = OperatorDef::onnx("", |_| Resolved::operator(Closures::default()));
        def.dialect = dialect;
        let (domain, name) = (domain.into(), name.into());
        def.own =
            Some(OwnOperator { domain, name, versions: Vec::new(), resolve: None, closures: Closures::default() });
        def
    }

    /// Adds a version. They are sorted by the version of the operator set from which they apply.
    #[must_use]
    pub fn version(self, version: OperatorVersion) -> OperatorDef {
        self.with_own(|own| {
            let at = own.versions.partition_point(|known| known.number() <= version.number());
            own.versions.insert(at, version);
        })
    }

    /// Sets the function that checks a node and sets its outputs, as [`Operator::infer`] does.
    #[must_use]
    pub fn infer(self, infer: impl Fn(&mut InferContext<'_>) + Send + Sync + 'static) -> OperatorDef {
        self.with_own(|own| own.closures.infer = Some(Arc::new(infer)))
    }

    /// Sets the function that returns what a run of a node costs, as [`Operator::cost`] does. Without it, nodes are listed
    /// as not counted in a [`summary`](crate::summary).
    #[must_use]
    pub fn cost(self, cost: impl Fn(&mut InferContext<'_>) -> Option<Cost> + Send + Sync + 'static) -> OperatorDef {
        self.with_own(|own| own.closures.cost = Some(Arc::new(cost)))
    }

    /// Sets the function that computes the outputs, which have the inferred types, as [`Operator::evaluate`] does. A node
    /// whose inputs are constant is then folded.
    #[cfg(feature = "evaluate")]
    #[must_use]
    pub fn evaluate(
        self,
        evaluate: impl Fn(&EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> + Send + Sync + 'static,
    ) -> OperatorDef {
        self.with_own(|own| own.closures.evaluate = Some(Arc::new(evaluate)))
    }

    /// Sets the function that reads the attributes of a node into a struct that implements [`Operator`], in place of
    /// [`OperatorDef::infer`] and [`OperatorDef::evaluate`]: for operators with bodies, and for those that report how much
    /// memory they need.
    #[must_use]
    pub fn resolve(self, resolve: impl Fn(&mut InferContext<'_>) -> Resolved + Send + Sync + 'static) -> OperatorDef {
        self.with_own(|own| own.resolve = Some(Box::new(resolve)))
    }

    /// Outputs with the type and shape of an input, as pairs of an output and an input; in place of a function.
    #[must_use]
    pub fn outputs_like_inputs(self, copies: impl IntoIterator<Item = (usize, usize)>) -> OperatorDef {
        let copies: Arc<[(usize, usize)]> = copies.into_iter().collect();
        self.infer(move |cx| user_defined::copy(&copies, cx))
    }

    fn with_own(mut self, change: impl FnOnce(&mut OwnOperator)) -> OperatorDef {
        if let Some(own) = &mut self.own {
            change(own);
        }
        self
    }
}
