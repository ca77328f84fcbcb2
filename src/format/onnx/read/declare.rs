//! Multiple declarations of one value: all apply, unless they contradict each other.

use super::reader::Reader;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, counted};
use crate::ids::{DeclarationId, GraphId, NameId, ValueId};
use crate::place::{Part, Place};
use crate::rules::{conflicting_declarations, unknown_value_declared};
use crate::short_text::start_of;

/// The number of further names that are listed.
const SHOWN: usize = 5;

impl Reader<'_> {
    /// Adds the declarations of `value_info` to the existing ones.
    pub(crate) fn apply_infos(&mut self, graph: GraphId, scope: &Scope, partial: bool) {
        let mut unknown = Vec::new();
        for index in self.work[graph.index()].infos.clone() {
            let Some(info) = self.infos.get(index) else { break };
            let (name, declaration) = (info.name, info.declaration);
            match scope.get(name) {
                Some(_) if scope.twice.contains(&name) => {}
                Some(value) if self.model.value(value).graph == graph => self.restate(value, declaration),
                None if !partial => unknown.push((name, declaration)),
                _ => {}
            }
        }
        self.report_unknown(graph, &unknown);
    }

    /// One finding per graph: tools that rename values leave thousands of declarations.
    fn report_unknown(&mut self, graph: GraphId, unknown: &[(NameId, DeclarationId)]) {
        let Some(((name, declaration), others)) = unknown.split_first() else { return };
        let place = Place::graph(graph).part(Part::Name(*name)).at(self.model.declaration(*declaration).span);
        let (name, names) = (self.model.name(*name), unknown.len());
        let message = match others.len() {
            0 => format!("`value_info` declares the type of `{name}`, which is not a value of the graph"),
            more => format!(
                "`value_info` declares the types of `{name}` and of {}, which are not values of the graph",
                counted(more, "more name")
            ),
        };
        let finding = Diagnostic::new(&unknown_value_declared::RULE, place, message).help("remove them");
        let shown = others.iter().take(SHOWN).map(|(name, _)| format!("`{}`", self.model.name(*name)));
        let shown: Vec<String> = shown.collect();
        let finding = match shown.is_empty() {
            true => finding,
            false => finding.note(format!("others are {}", shown.join(", "))),
        };
        self.diagnostics.report(finding.data("name", name).data("names", names));
    }

    /// Adds a declaration of a value that may already have one; both apply.
    pub(crate) fn restate(&mut self, value: ValueId, declaration: DeclarationId) {
        let Some(first) = self.model.value(value).declaration else {
            self.model.values[value.index()].declaration = Some(declaration);
            return;
        };
        let (a, b) = (self.model.declaration(first), self.model.declaration(declaration));
        match a.ty.meet(&b.ty) {
            Some(both) if both == *a.ty => {}
            Some(both) => {
                let span = a.span;
                let both = self.declare(both, span);
                self.model.values[value.index()].declaration = Some(both);
            }
            None => self.report_conflict(value, first, declaration),
        }
    }

    fn report_conflict(&mut self, value: ValueId, first: DeclarationId, second: DeclarationId) {
        let at = self.model.value(value);
        let (a, b) = (self.model.declaration(first), self.model.declaration(second));
        let (name, types) = (self.shown(at.name), [&*a.ty, &*b.ty].map(start_of));
        let message = format!("`{name}` is declared as {} and as {}", types[0], types[1]);
        let place = Place::value(at.graph, value);
        self.diagnostics.report(
            Diagnostic::new(&conflicting_declarations::RULE, place.at(b.span), message)
                .related(place.at(a.span), "first declared here; this declaration is used")
                .note("`onnx.checker` does not compare them; onnx uses the last one")
                .data("name", &*name)
                .data("types", types.to_vec()),
        );
    }
}
