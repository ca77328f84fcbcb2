//! Builders of IR files in the layout of OpenVINO's writer, from a short notation: a port is `FP32[2,3]`, an edge `0:0>2:1`.

use std::fmt::Write;

/// One layer. Ports are numbered through inputs and outputs, as the writer does.
#[derive(Clone, Default)]
pub struct Layer {
    name: String,
    kind: String,
    opset: String,
    data: Option<String>,
    maps: String,
    bodies: String,
    inputs: Vec<String>,
    outputs: Vec<String>,
}

/// A layer as `name: Type opset1`.
pub fn layer(text: &str) -> Layer {
    let (name, rest) = text.split_once(':').expect("`name: Type opset`");
    let (kind, opset) = rest.trim().split_once(' ').unwrap_or((rest.trim(), "opset1"));
    Layer { name: name.to_owned(), kind: kind.to_owned(), opset: opset.to_owned(), ..Layer::default() }
}

/// A Parameter of this shape and this type.
pub fn parameter(name: &str, shape: &str, element: &str, port: &str) -> Layer {
    layer(&format!("{name}: Parameter")).data(&format!(r#"shape="{shape}" element_type="{element}""#)).outputs(port)
}

/// A Const of this type and shape whose bytes are at `offset..offset + size`.
pub fn constant(name: &str, element: &str, shape: &str, (offset, size): (usize, usize), port: &str) -> Layer {
    let data = format!(r#"element_type="{element}" shape="{shape}" offset="{offset}" size="{size}""#);
    layer(&format!("{name}: Const")).data(&data).outputs(port)
}

/// A Result of this.
pub fn result(name: &str, port: &str) -> Layer {
    layer(&format!("{name}: Result")).inputs(port)
}

fn ports(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Layer {
    /// The attributes of its `<data>`.
    pub fn data(self, data: &str) -> Layer {
        Layer { data: Some(data.to_owned()), ..self }
    }

    /// Its port maps, which precede the ports, and its bodies, which follow them.
    pub fn bodies(self, maps: &str, bodies: &str) -> Layer {
        Layer { maps: maps.to_owned(), bodies: bodies.to_owned(), ..self }
    }

    pub fn inputs(self, text: &str) -> Layer {
        Layer { inputs: ports(text), ..self }
    }

    pub fn outputs(self, text: &str) -> Layer {
        Layer { outputs: ports(text), ..self }
    }

    fn write(&self, out: &mut String, id: usize) {
        let Layer { name, kind, opset, .. } = self;
        writeln!(out, "    <layer id=\"{id}\" name=\"{name}\" type=\"{kind}\" version=\"{opset}\">").expect("a string");
        if let Some(data) = &self.data {
            writeln!(out, "      <data {data}/>").expect("a string");
        }
        out.push_str(&self.maps);
        write_ports(out, "input", &self.inputs, 0);
        write_ports(out, "output", &self.outputs, self.inputs.len());
        out.push_str(&self.bodies);
        out.push_str("    </layer>\n");
    }
}

fn write_ports(out: &mut String, side: &str, ports: &[String], first: usize) {
    if ports.is_empty() {
        return;
    }
    writeln!(out, "      <{side}>").expect("a string");
    for (position, port) in ports.iter().enumerate() {
        let (precision, dims) = port.split_once('[').expect("`precision[dims]`");
        let dims = dims.trim_end_matches(']').split(',').filter(|d| !d.is_empty());
        let dims: String = dims.map(|d| format!("<dim>{d}</dim>")).collect();
        let id = first + position;
        let precision = if precision.is_empty() { String::new() } else { format!(" precision=\"{precision}\"") };
        writeln!(out, "        <port id=\"{id}\"{precision}>{dims}</port>").expect("a string");
    }
    writeln!(out, "      </{side}>").expect("a string");
}

/// `<layers>` and `<edges>`. Edges are `from layer:port>to layer:port`, separated by blanks.
pub fn layers(layers: &[Layer], edges: &str) -> String {
    let mut out = String::from("  <layers>\n");
    for (id, layer) in layers.iter().enumerate() {
        layer.write(&mut out, id);
    }
    out.push_str("  </layers>\n  <edges>\n");
    for edge in edges.split_whitespace() {
        let (from, to) = edge.split_once('>').expect("`from>to`");
        let ((from_layer, from_port), (to_layer, to_port)) =
            (from.split_once(':').expect("`layer:port`"), to.split_once(':').expect("`layer:port`"));
        writeln!(
            out,
            "    <edge from-layer=\"{from_layer}\" from-port=\"{from_port}\" to-layer=\"{to_layer}\" to-port=\"{to_port}\"/>"
        )
        .expect("a string");
    }
    out.push_str("  </edges>\n");
    out
}

/// A whole file.
pub fn net(name: &str, version: u32, all: &[Layer], edges: &str) -> String {
    let body = layers(all, edges);
    format!("<?xml version=\"1.0\"?>\n<net name=\"{name}\" version=\"{version}\">\n{body}  <rt_info/>\n</net>\n")
}

/// Weights of 64-bit integers.
pub fn i64s(values: &[i64]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}
