//! The query that the arguments of `op` describe.

use super::OpArgs;
use super::input_arg;
use super::input_arg::InputArg;
use crate::cli::suggestions::ClosestName;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::graph::AttributeArg;
use crate::graph::{AttributeType, Model};
use crate::infer::Analysis;
use crate::op_query::OpQuery;
use crate::ops;
use crate::ops::OperatorEntry;
use crate::ops::signature::{AttributeKind, FormalParameter, FormalType, Signature};

/// An operator with its inputs and attributes.
pub(crate) struct OpRequest {
    dialect: Dialect,
    domain: String,
    name: String,
    opset: i64,
    signature: Option<&'static Signature>,
    inputs: Vec<Slot>,
    attributes: Vec<(String, AttributeArg)>,
    outputs: usize,
}

/// An input.
enum Slot {
    Argument(InputArg),
    /// A list without a shape: of rank 1, or a scalar if the operator does not accept a list.
    List(ElementType, String),
}

impl OpRequest {
    /// Builds a request from the arguments.
    ///
    /// # Errors
    /// The message about an invalid argument.
    pub(crate) fn new(args: &OpArgs) -> Result<OpRequest, String> {
        let (dialect, domain, known) = find(args)?;
        let newest = ops::latest_version(dialect, &domain).unwrap_or(1);
        let held = known.opsets.iter().map(|&(_, last)| last).max();
        let opset = args.opset.unwrap_or(held.unwrap_or(newest));
        if !(1..=newest).contains(&opset) {
            return Err(format!("{} has no operator set {opset}; the latest is {newest}", owner(dialect, &domain)));
        }
        let signature = known.signature(opset);
        let mut request = OpRequest {
            dialect,
            domain,
            name: args.name.clone(),
            opset,
            signature,
            inputs: args.inputs.iter().cloned().map(Slot::Argument).collect(),
            attributes: Vec::new(),
            outputs: signature.map_or(1, |s| s.output_range().0.max(1)),
        };
        request.outputs = args.outputs.map_or(request.outputs, usize::from);
        for (name, value) in &args.named {
            request.set_by_name(name, value)?;
        }
        Ok(request)
    }

    /// `ReduceMin-18`, or without a number where no version of the operator applies.
    pub(crate) fn label(&self) -> String {
        self.signature.map_or_else(|| self.name.clone(), |s| format!("{}-{}", self.name, s.since))
    }

    /// Applies `--NAME VALUE`.
    fn set_by_name(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(signature) = self.signature else {
            self.attributes.push((name.to_owned(), guess(value)));
            return Ok(());
        };
        if let Some(attribute) = signature.attribute(name) {
            let value = argument(attribute.kind, value).map_err(|why| format!("--{name}: {why}"))?;
            self.attributes.push((name.to_owned(), value));
            return Ok(());
        }
        let Some(at) = signature.inputs.iter().position(|input| input.name == name) else {
            let known = signature.attributes.iter().map(|a| a.name).chain(signature.inputs.iter().map(|i| i.name));
            let near = ClosestName::among(name, known)
                .suggestion(&format!("; `shapewright explain {}` lists them", self.name));
            return Err(format!("{} has no attribute or input `{name}`{near}", self.label()));
        };
        while self.inputs.len() <= at {
            self.inputs.push(Slot::Argument(InputArg::Absent));
        }
        if !matches!(self.inputs[at], Slot::Argument(InputArg::Absent)) {
            return Err(format!("input `{name}` (#{at}) is set twice, by --in and by --{name}"));
        }
        self.inputs[at] = match value.contains('[').then(|| value.parse::<InputArg>()) {
            Some(Ok(given)) => Slot::Argument(given),
            _ => {
                let element = self.element(signature, &signature.inputs[at]);
                input_arg::elements(element, &input_arg::items(value)).map_err(|why| format!("--{name}: {why}"))?;
                Slot::List(element, value.to_owned())
            }
        };
        Ok(())
    }

    /// The element type of a list: that of other inputs with the same type variable, or the most common allowed one.
    fn element(&self, signature: &'static Signature, formal: &FormalParameter) -> ElementType {
        let same = |other: &FormalParameter| match (other.ty, formal.ty) {
            (FormalType::Variable(a), FormalType::Variable(b)) => a == b,
            _ => false,
        };
        let given = signature.inputs.iter().zip(&self.inputs).filter(|(other, _)| same(other));
        let known = given.into_iter().find_map(|(_, slot)| match slot {
            Slot::Argument(given) => given.element(),
            Slot::List(element, _) => Some(*element),
        });
        let allowed = signature.allowed(formal).tensor;
        let usual = [ElementType::I64, ElementType::F32, ElementType::I32];
        let usual = usual.into_iter().find(|&e| allowed.contains(e)).or_else(|| allowed.iter().next());
        known.or(usual).unwrap_or(ElementType::I64)
    }

    /// Infers the operator. If it rejects a list of one element but accepts a scalar, the list is read as a scalar.
    pub(crate) fn run(&self) -> (Model, Analysis) {
        let lists = self.analyze(false);
        let one = |slot: &Slot| matches!(slot, Slot::List(_, value) if input_arg::items(value).len() == 1);
        if lists.1.findings.is_empty() || !self.inputs.iter().any(one) {
            return lists;
        }
        let scalars = self.analyze(true);
        if scalars.1.findings.len() < lists.1.findings.len() { scalars } else { lists }
    }

    fn analyze(&self, scalars: bool) -> (Model, Analysis) {
        let mut query = match self.dialect {
            Dialect::Onnx => OpQuery::onnx(&self.name, self.opset).domain(&self.domain),
            Dialect::OpenVino => OpQuery::openvino(&self.name, self.opset),
        };
        for (name, value) in &self.attributes {
            query = query.attribute(name, value.clone());
        }
        let formals = self.signature.map_or((&[][..], &[][..]), |s| (s.inputs, s.outputs));
        let mut names = Vec::new();
        for (at, slot) in self.inputs.iter().enumerate() {
            let given = match slot {
                Slot::Argument(given) => given.clone(),
                Slot::List(element, value) => constant(*element, value, scalars),
            };
            query = match given {
                InputArg::Absent => {
                    query = query.absent();
                    continue;
                }
                InputArg::Known(fact, _) => query.input(*fact),
                InputArg::Constant(tensor) => query.tensor(tensor),
            };
            names.push(name_at(formals.0, at, "input"));
        }
        let outputs: Vec<String> = (0..self.outputs).map(|at| name_at(formals.1, at, "output")).collect();
        query.outputs(self.outputs).analyze(&names, &outputs)
    }
}

/// The elements of a list as a tensor. They have been parsed before, so this cannot fail.
fn constant(element: ElementType, value: &str, scalars: bool) -> InputArg {
    let count = input_arg::items(value).len() as u64;
    let sizes = if scalars && count == 1 { &[][..] } else { &[count][..] };
    input_arg::tensor(element, sizes, value).map_or(InputArg::Absent, InputArg::Constant)
}

/// The name of an input or output in the specification, with a number if it is variadic.
fn name_at(formals: &[FormalParameter], at: usize, otherwise: &str) -> String {
    match (formals.get(at), formals.last()) {
        (Some(formal), Some(_)) if at + 1 < formals.len() => formal.name.to_owned(),
        (Some(formal), _) if !matches!(formal.presence, ops::signature::ParameterOption::Variadic { .. }) => {
            formal.name.to_owned()
        }
        (_, Some(last)) => format!("{}{}", last.name, at + 1 - formals.len().min(at + 1)),
        (_, None) => format!("{otherwise}{at}"),
    }
}

/// Looks up the operator.
fn find(args: &OpArgs) -> Result<(Dialect, String, OperatorEntry), String> {
    let name = args.name.as_str();
    let dialects = match (args.dialect, &args.domain) {
        (Some(dialect), _) => vec![dialect.dialect()],
        (None, Some(_)) => vec![Dialect::Onnx],
        (None, None) => vec![Dialect::Onnx, Dialect::OpenVino],
    };
    let domain = args.domain.as_deref().unwrap_or("");
    if let Some(found) = dialects.iter().find_map(|&d| Some((d, domain.to_owned(), ops::lookup(d, domain, name)?))) {
        return Ok(found);
    }
    let mut domains: Vec<&str> = ops::operators(Dialect::Onnx).filter(|o| o.1 == name).map(|o| o.0).collect();
    domains.sort_unstable();
    if let (Some(other), true) = (domains.first(), dialects.contains(&Dialect::Onnx)) {
        let other = if other.is_empty() { "ai.onnx" } else { other };
        return Err(format!("{} has no operator `{name}`; --domain {other} has one", owner(Dialect::Onnx, domain)));
    }
    let near = dialects.iter().find_map(|&dialect| ops::suggest(dialect, domain, name));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let owners: Vec<String> = dialects.iter().map(|&dialect| owner(dialect, domain)).collect();
    Err(match &owners[..] {
        [owner] => format!("{owner} has no operator `{name}`{near}"),
        _ => format!("neither {} has an operator `{name}`{near}", owners.join(" nor ")),
    })
}

fn owner(dialect: Dialect, domain: &str) -> String {
    match (dialect, domain) {
        (Dialect::OpenVino, _) => "OpenVINO".to_owned(),
        (Dialect::Onnx, "") => "ONNX".to_owned(),
        (Dialect::Onnx, domain) => format!("ONNX's domain `{domain}`"),
    }
}

/// Parses the value of an attribute of this kind.
fn argument(kind: AttributeKind, text: &str) -> Result<AttributeArg, String> {
    let AttributeKind::Onnx(kind) = kind else { return Ok(AttributeArg::Text(text.to_owned())) };
    let int = |text: &str| match text.trim() {
        "true" => Ok(1),
        "false" => Ok(0),
        text => text.parse::<i64>().map_err(|_| format!("`{text}` is not an integer")),
    };
    let float = |text: &str| text.trim().parse::<f32>().map_err(|_| format!("`{text}` is not a number"));
    let items = input_arg::items(text).into_iter();
    Ok(match kind {
        AttributeType::Int => AttributeArg::Int(int(text)?),
        AttributeType::Ints => AttributeArg::Ints(items.map(int).collect::<Result<_, _>>()?),
        AttributeType::Float => AttributeArg::Float(float(text)?),
        AttributeType::Floats => AttributeArg::Floats(items.map(float).collect::<Result<_, _>>()?),
        AttributeType::String => AttributeArg::Text(text.to_owned()),
        AttributeType::Strings => AttributeArg::Texts(items.map(str::to_owned).collect()),
        AttributeType::Tensor => match text.parse::<InputArg>()? {
            InputArg::Constant(tensor) => {
                let sizes = tensor.sizes().iter().map(|&size| size as u64).collect();
                let elements = tensor.elements(tensor.num_elements()).ok_or("its elements must be numbers")?;
                AttributeArg::Elements(tensor.element(), sizes, elements)
            }
            _ => return Err("expected a tensor with its elements, such as i64[1]={1}".to_owned()),
        },
        kind => return Err(format!("a value of type {} cannot be set on the command line", kind.name())),
    })
}

/// Parses the value of an unknown attribute.
fn guess(text: &str) -> AttributeArg {
    let ints = || input_arg::items(text).into_iter().map(str::parse).collect::<Result<Vec<i64>, _>>();
    match (text.parse::<i64>(), text.parse::<f32>()) {
        (Ok(int), _) => AttributeArg::Int(int),
        (_, Ok(float)) => AttributeArg::Float(float),
        _ => ints().map_or_else(|_| AttributeArg::Text(text.to_owned()), AttributeArg::Ints),
    }
}
