use shapewright::graph::*;
use shapewright::*;
fn main() {
    let mut totals = std::collections::BTreeMap::new();
    let quiet = std::env::var("QUIET").is_ok();
    for path in std::env::args().skip(1) {
        let start = std::time::Instant::now();
        let model = match Model::open(&path, &ReadOptions::default()) {
            Ok(m) => m,
            Err(e) => {
                println!("{e}");
                continue;
            }
        };
        let t = start.elapsed();
        let index = LineIndex::new(model.source().bytes());
        let show = std::env::var("DUMP").is_ok();
        if !quiet || !model.findings().is_empty() || model.status() != Status::Ok {
            println!(
                "{path}: {:?} {:?} {:?} graphs {} in {t:?}",
                model.format(),
                model.status(),
                model.ir_version(),
                model.graphs().count()
            );
        }
        for f in model.findings().iter().take(12) {
            *totals.entry(format!("{} {} {}", f.rule.code, f.rule.name, f.level)).or_insert(0) += 1;
            let at = f.place.span.map(|s| index.locate(s.start));
            println!(
                "  {}[{} {}] {:?}: {}{}",
                f.level,
                f.rule.code,
                f.rule.name,
                at.map(|l| (l.line, l.column)),
                f.message,
                f.help.iter().map(|h| format!(" | {h}")).collect::<String>()
            );
        }
        if show {
            for g in model.graphs() {
                let graph = model.graph(g);
                println!(
                    " {} {:?} inputs {:?}",
                    model.path(g),
                    model.name(graph.name),
                    graph.inputs.iter().map(|v| model.value_name(*v)).collect::<Vec<_>>()
                );
                for n in model.nodes_of(g) {
                    let node = model.node(n);
                    let op = model.op(n);
                    println!(
                        "  {} {} {}:{:?}{:?} written {}",
                        model.name(node.layer),
                        model.name(node.name),
                        model.op_type(n),
                        op.version,
                        model.name(op.domain),
                        model.name(op.written)
                    );
                    for (i, o) in model.inputs(n).iter().enumerate() {
                        let port = model.input_port(n, i).unwrap();
                        println!(
                            "    in {} {:?} : {}",
                            model.name(port.id),
                            match o {
                                Operand::Value(v) => model.value_name(*v).to_owned(),
                                o => format!("{o:?}"),
                            },
                            port.declaration.map_or(String::new(), |d| model.declaration(d).ty.to_string())
                        );
                    }
                    for a in model.attributes(n) {
                        println!(
                            "    @{} = {}",
                            model.name(a.name),
                            match &a.value {
                                AttributeValue::Text(t) => format!("{:?}", model.name(*t)),
                                AttributeValue::Tensor(t) =>
                                    format!("{:?} {:?}", model.tensor(*t).storage, model.elements(*t, 16)),
                                v => format!("{v:?}"),
                            }
                        );
                    }
                    for v in model.outputs(n) {
                        let value = model.value(v);
                        println!(
                            "    out {} {} [{}] {}",
                            model.name(value.port),
                            model.value_name(v),
                            model.name(value.tensor_names),
                            model.declared(v).map_or(String::new(), |t| t.to_string())
                        );
                    }
                }
                println!("  outputs {:?}", graph.outputs.iter().map(|o| (o.operand, o.node)).collect::<Vec<_>>());
            }
            println!("  metadata {:?}", model.metadata().take(5).collect::<Vec<_>>());
        }
    }
    println!("{totals:#?}");
}
