//! Text: edits follow the layout and encoding of the file, and everything else is preserved byte for byte.

use super::*;

/// Cuts of a layer and of an edge, from the end of the line before to the end of the element.
fn decompressed(text: &str) -> String {
    let constant = between(text, "\n\t\t<layer id=\"1\"", "</layer>");
    let edge = "\n\t\t<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\" />";
    let convert = between(text, "<layer id=\"2\"", "</layer>");
    let new = r#"<layer id="2" name="w/fp32 &amp; more" type="Const" version="opset1">
			<data element_type="f32" shape="2" offset="0" size="8" />
			<output>
				<port id="1" precision="FP32" names="w,w&lt;2&gt;">
					<dim>2</dim>
				</port>
			</output>
		</layer>"#;
    replaced(text, &[(constant, ""), (edge, ""), (convert, new)])
}

#[test]
fn layer_becomes_a_constant_and_everything_else_is_preserved() {
    let model = read(LAYERS, &[0, 0x3c, 0, 0x40]);
    let new = f32s(&[1.0, 2.0]);
    let ir = written(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, new.clone())]);
    assert_eq!(text(&ir), decompressed(LAYERS));
    assert_eq!(ir.weights.to_bytes(), bytes(&new), "the old weights are needed no more");
    let again = read_back(&ir, &[("w/fp32 & more", "1", new)]);
    assert_eq!(facts(&again).get("y.2"), facts(&model).get("y.2"));
}

/// The type of every value by layer and port.
fn facts(model: &Model) -> BTreeMap<String, String> {
    let analysis = analyze(model, &AnalysisOptions::default());
    let values = model.graphs().flat_map(|g| model.values_of(g));
    let name = |v| format!("{}.{}", model.name(model.value(v).name), model.name(model.output_port(v).id));
    values.map(|v| (name(v), analysis.facts.get(v).ty.to_string())).collect()
}

#[test]
fn empty_rewrite_gives_the_same_bytes() {
    let marked = format!("\u{feff}{LAYERS}");
    let wide: Vec<u8> = LAYERS.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for file in [LAYERS.as_bytes().to_vec(), marked.into_bytes(), LAYERS.replace('\n', "\r\n").into_bytes(), wide] {
        let model = read(file.clone(), &[0, 0x3c, 0, 0x40, 77]);
        let ir = openvino::rewrite(&model, &Rewrite::default()).expect("nothing to do");
        assert_eq!(ir.xml.to_bytes(), file);
        assert_eq!(ir.weights.to_bytes()[..], [0, 0x3c, 0, 0x40, 77]);
    }
}

#[test]
fn encoding_and_line_ends_are_preserved() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let latin1 = |text: &str| text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect::<Vec<u8>>();
    let declared = LAYERS.replace("\"1.0\"", "\"1.0\" encoding=\"ISO-8859-1\"").replace("by hand", "für Hände");
    let crlf = LAYERS.replace('\n', "\r\n");
    let crlf_expected = decompressed(LAYERS).replace('\n', "\r\n");
    for (file, expected) in [
        (format!("\u{feff}{LAYERS}").into_bytes(), format!("\u{feff}{}", decompressed(LAYERS)).into_bytes()),
        (crlf.into_bytes(), crlf_expected.into_bytes()),
        (utf16(&format!("\u{feff}{LAYERS}")), utf16(&format!("\u{feff}{}", decompressed(LAYERS)))),
        (latin1(&declared), latin1(&decompressed(&declared))),
    ] {
        let model = read(file, &[0, 0x3c, 0, 0x40]);
        let ir = written(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
        assert_eq!(ir.xml.to_bytes(), expected);
    }
}

/// A file on one line, a file with unusual spaces, and one with single quotes.
#[test]
fn new_layer_follows_the_layout_of_the_file() {
    let file = "<net version='11' name='m'><layers><layer name='a \"b\"' id='7' version='opset1' type='Parameter'>\
        <data element_type='f32' shape='1'/><output><port precision='FP32' id='0'><dim>1</dim></port></output>\
        </layer>  \
        <layer  type='ShapeOf' id = '8' version='opset3' name='s \"of\" it' ><data output_type='i64'/><input>\
        <port id='0'><dim>1</dim></port></input><output><port names='n' precision='I64'\tid='1'><dim>1</dim></port></output>\
        </layer><layer type='Result' version='opset1' name='r' id='9'><input><port id='0'/></input></layer>\
        <layer type='Result' version='opset1' name='q' id='10'><input><port id='0'/></input></layer></layers><edges>\
        <edge from-layer='7' from-port='0' to-layer='8' to-port='0'/> <edge from-layer='8' from-port='1' to-layer='9' \
        to-port='0'/><edge from-layer='7' from-port='0' to-layer='10' to-port='0'/></edges></net>";
    let model = read(file, &[]);
    let new = Tensor::new([1], vec![1i64]).expect("a tensor");
    let ir = written(&model, &["s \"of\" it"], &[("s \"of\" it", 0, new.clone())]);
    let expected = replaced(
        file,
        &[
            (
                between(file, "<layer  type='ShapeOf'", "</layer>"),
                "<layer id = '8' name='s \"of\" it' type=\"Const\" version=\"opset1\"><data element_type=\"i64\" \
                 shape=\"1\" offset=\"0\" size=\"8\" /><output><port id='1' precision=\"I64\" names='n'><dim>1</dim>\
                 </port></output></layer>",
            ),
            ("<edge from-layer='7' from-port='0' to-layer='8' to-port='0'/>", ""),
        ],
    );
    assert_eq!(text(&ir), expected);
    assert_eq!(ir.weights.to_bytes()[..], 1i64.to_le_bytes());
    let again = read(expected, &ir.weights.to_bytes());
    assert_eq!(constants(&again)[&("s \"of\" it".to_owned(), "1".to_owned())], new);
}

#[test]
fn edges_may_precede_layers_and_ignored_sections_are_kept() {
    let file = LAYERS.to_owned();
    let edges = between(&file, "\t<edges>", "</edges>\n").to_owned();
    let ignored = "\t<edges><edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/></edges>\n";
    let file = file.replace(&edges, ignored).replace("\t<layers>", &format!("{edges}\t<layers>"));
    let model = read(file.clone(), &[0, 0x3c, 0, 0x40]);
    let ir = written(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
    assert_eq!(text(&ir), decompressed(&file));
}
