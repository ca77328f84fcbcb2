//! The HTML report: read by an independent XML parser, and opened in a browser if there is one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

const BINARY: &str = "testdata/onnx/detector.onnx";
const TEXT: &str = "testdata/openvino/detector.xml";
const CLEAN: &str = "testdata/openvino/dynamic.xml";

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
    // A page has the date of its run.
    command.env("SOURCE_DATE_EPOCH", "1700000000").args(arguments).output().expect("the program runs")
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(run(arguments).stdout).expect("reports are UTF-8")
}

/// A folder for this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("html-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What a page is made of.
#[derive(Default)]
struct Page {
    ids: Vec<String>,
    links: Vec<String>,
    elements: BTreeMap<String, usize>,
    /// From a finding to its line.
    to_line: BTreeSet<(String, String)>,
    /// Links from a line to its findings, and back.
    to_finding: BTreeSet<(String, String)>,
    findings: Vec<String>,
    /// The code of the lines of the listings.
    lines: Vec<String>,
    /// The types next to the lines.
    types: Vec<String>,
}

/// Where the reader is.
#[derive(Default)]
struct At {
    stack: Vec<(String, String, String)>,
    line: Option<String>,
    finding: Option<String>,
}

fn page(text: &str) -> Page {
    let (mut reader, mut page, mut at) = (Reader::from_str(text), Page::default(), At::default());
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) => start(&mut page, &mut at, &tag, true),
            Event::Empty(tag) => start(&mut page, &mut at, &tag, false),
            Event::End(_) => {
                let (_, _, id) = at.stack.pop().expect("an element");
                if at.line.as_ref() == Some(&id) {
                    at.line = None;
                }
                if at.finding.as_ref() == Some(&id) {
                    at.finding = None;
                }
            }
            Event::Text(text) => add(&mut page, &at, &text),
            Event::GeneralRef(name) => {
                let c = match &*name {
                    "amp" => "&",
                    "lt" => "<",
                    "gt" => ">",
                    "quot" => "\"",
                    "#39" => "'",
                    other => panic!("`&{other};` is not known to every reader"),
                };
                add(&mut page, &at, c);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(at.stack.is_empty(), "{:?} are open", at.stack);
    page
}

fn start(page: &mut Page, at: &mut At, tag: &BytesStart<'_>, open: bool) {
    let attribute = |name: &str| {
        let attributes = tag.attributes().map(|a| a.expect("an attribute"));
        let value = attributes.into_iter().find(|a| a.key.as_ref() == name)?;
        Some(value.normalized_value(quick_xml::XmlVersion::Implicit1_0).expect("a value").into_owned())
    };
    let name = tag.name().as_ref().to_owned();
    let (class, id) = (attribute("class").unwrap_or_default(), attribute("id").unwrap_or_default());
    *page.elements.entry(name.clone()).or_default() += 1;
    assert!(attribute("src").is_none() && attribute("onclick").is_none() && attribute("onerror").is_none());
    if !id.is_empty() {
        page.ids.push(id.clone());
    }
    if class.starts_with("finding ") {
        page.findings.push(id.clone());
        at.finding = Some(id.clone());
    }
    if name == "li" && attribute("value").is_some() {
        at.line = Some(id.clone());
        page.lines.push(String::new());
    }
    if name == "b" && at.line.is_some() {
        page.types.push(String::new());
    }
    if let Some(link) = attribute("href") {
        let target = link.trim_start_matches('#').to_owned();
        match (&at.finding, &at.line) {
            (Some(finding), _) if target.contains('L') => drop(page.to_line.insert((finding.clone(), target))),
            (_, Some(line)) => drop(page.to_finding.insert((target, line.clone()))),
            _ => {}
        }
        page.links.push(link);
    }
    if open {
        at.stack.push((name, class, id));
    }
}

fn add(page: &mut Page, at: &At, text: &str) {
    let inside = |name: &str| at.stack.iter().any(|(element, ..)| element == name);
    let class = |name: &str| at.stack.iter().any(|(_, class, _)| class == name);
    let code = at.stack.iter().skip_while(|(_, _, id)| Some(id) != at.line.as_ref()).nth(1);
    if at.line.is_some() && code.is_some_and(|(name, ..)| name == "code") && !class("cut") {
        page.lines.last_mut().expect("a line").push_str(text);
    }
    let told = at.line.is_some() && (class("types") || inside("b")) && !class("why") && !inside("summary");
    if let Some(last) = page.types.last_mut().filter(|_| told) {
        last.push_str(text);
    }
}

/// Checks the properties of every page.
fn checked(text: &str) -> Page {
    let page = page(text);
    let ids: HashSet<&String> = page.ids.iter().collect();
    assert_eq!(ids.len(), page.ids.len(), "an id is given twice");
    // `#q=` is a search.
    for link in page.links.iter().filter(|link| *link != "data:," && !link.starts_with("#q=")) {
        let target = link.strip_prefix('#').unwrap_or_else(|| panic!("`{link}` leaves the page"));
        assert!(ids.contains(&target.to_owned()), "`{link}` leads nowhere");
    }
    assert_eq!(page.to_line, page.to_finding, "links go both ways");
    assert_eq!(page.elements.get("script"), Some(&1));
    let steers = |c: char| {
        c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
    };
    assert!(!text.contains(steers), "the page holds a control character");
    page
}

fn count(paths: &[&str]) -> usize {
    let report = text(&[&["-f", "json"], paths].concat());
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    report["diagnostics"].as_array().expect("a list").len()
}

#[test]
fn every_model_produces_a_page() {
    let paths = ["testdata", "tests/readme"];
    let page = checked(&text(&[&["-f", "html"][..], &paths].concat()));
    assert_eq!(page.findings.len(), count(&paths));
    // Whatever is not about the file as a whole stands in the listing.
    assert!(page.to_line.len() * 4 > page.findings.len() * 3, "{} lines", page.to_line.len());
}

#[test]
fn run_without_files_produces_a_page() {
    let page = checked(&text(&["-f", "html", &folder("none").display().to_string()]));
    assert!(page.findings.is_empty() && page.ids.contains(&"summary".to_owned()));
}

#[test]
fn listing_equals_the_output_of_print() {
    for path in
        [BINARY, TEXT, CLEAN, "testdata/onnx/if.onnx", "testdata/onnx/text.onnxtxt", "testdata/openvino/loop.xml"]
    {
        let page = checked(&text(&["-f", "html", path]));
        let printed = text(&["print", path]);
        let printed: Vec<String> = printed.lines().map(without_hash).collect();
        assert_eq!(page.lines, printed, "{path}");
    }
}

#[test]
fn a_long_listing_is_shown_from_its_start() {
    let path = folder("long").join("m.onnxtxt");
    let nodes = (0..45_000).map(|i| format!("   y{i} = Unknown_operator_with_a_longer_name_{i} (x)\n"));
    let head = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[N] y0)\n{\n".to_owned();
    fs::write(&path, nodes.fold(head, |text, node| text + &node) + "}\n").expect("a file");
    let path = path.to_str().expect("UTF-8");
    let html = text(&["-f", "html", path]);
    let page = checked(&html);
    let printed = text(&["print", path]);
    let all = printed.lines().count();
    assert!(page.lines.iter().eq(printed.lines().take(page.lines.len())));
    let hidden = format!("… {} more lines, which <code>shapewright print</code> writes", all - page.lines.len());
    assert!(html.contains(&hidden), "{hidden}");
}

#[test]
fn very_many_findings_with_long_names_are_shown_with_the_start_of_their_message() {
    const PORTS: usize = 4_000;
    let path = folder("many").join("m.xml");
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim></port>");
    let inputs: String = (0..PORTS).map(port).collect();
    let (name, output) = ("&lt;".repeat(2_000), port(PORTS));
    let layer = format!(
        "<layer id=\"0\" name=\"{name}\" type=\"Concat\" version=\"opset1\"><data axis=\"0\"/>\
         <input>{inputs}</input><output>{output}</output></layer>"
    );
    fs::write(&path, format!("<net name=\"m\" version=\"11\"><layers>{layer}</layers><edges/></net>")).expect("a file");
    let html = text(&["-f", "html", path.to_str().expect("UTF-8")]);
    let page = checked(&html);
    assert!(page.findings.len() >= PORTS, "{} findings", page.findings.len());
    assert!((16 << 20..32 << 20).contains(&html.len()), "{} bytes", html.len());
    assert!(html.contains("…</li>") || html.contains("… <span class=\"place\">"));
}

/// A line without the parts that the page omits because it reads no weights.
fn without_hash(line: &str) -> String {
    let mut parts = line.split(" sha256:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| line + &part[64..])
}

#[test]
fn every_value_has_its_type() {
    for path in [BINARY, "testdata/onnx/if.onnx", "testdata/onnx/functions.onnx", "testdata/onnx/sparse.onnx"] {
        let page = checked(&text(&["-f", "html", path]));
        let mut types: Vec<&str> = page.types.iter().map(|t| t.trim()).collect();
        let concise = text(&["-q", "shapes", "-f", "concise", path]);
        // `graph/path/name type`: the page has the graph around the line.
        let mut expected: Vec<&str> = concise
            .lines()
            .map(|line| {
                let line = line.strip_prefix("function ").unwrap_or(line);
                let (name, _) = line.split_once(' ').expect("a type");
                &line[name.rfind('/').map_or(0, |at| at + 1)..]
            })
            .collect();
        types.sort_unstable();
        expected.sort_unstable();
        assert_eq!(types, expected, "{path}");
    }
}

#[test]
fn names_are_escaped() {
    let folder = folder("hostile");
    let name = "</code></pre></script><script>alert(1)</script><img src=x onerror=alert(1)> ' \u{202e}\u{7}]]>&amp;`";
    let quoted = name.replace('"', "\\\"");
    let path = folder.join("<b>&'.onnxtxt");
    let model = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\n\"{quoted}\" (float[N] \"{quoted}\") => (float[N] \"y{quoted}\")\n{{\n   \
         [\"n{quoted}\"] \"y{quoted}\" = Relu <\"a{quoted}\": string = \"{quoted}\"> (\"{quoted}\")\n   \
         \"z{quoted}\" = Reluu (\"q{quoted}\")\n}}\n"
    );
    fs::write(&path, model).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let report = text(&["-f", "html", path]);
    let page = checked(&report);
    assert!(page.findings.len() > 1 && page.lines.iter().any(|line| line.contains("<script>alert")), "{report}");
    assert!(!page.elements.contains_key("img") && !report.contains("<script>alert") && !report.contains("<img"));
    // The policy lets no script run but the one whose hash it holds.
    assert!(report.contains("script-src 'sha256-") && report.contains("default-src 'none'"));
}

#[test]
fn suppressed_findings_are_only_counted() {
    let baseline = folder("baseline").join("baseline.json");
    let baseline = baseline.to_str().expect("UTF-8");
    run(&["--write-baseline", baseline, BINARY]);
    let report = text(&["-f", "html", "--baseline", baseline, BINARY, TEXT]);
    let page = checked(&report);
    assert_eq!((page.findings.len(), page.to_line.len()), (2, 2));
    assert!(report.contains("<p>2 suppressed.</p>"));
}

#[test]
fn hidden_findings_are_not_linked() {
    let report = text(&["-f", "html", "--max-diagnostics", "1", BINARY, TEXT]);
    let page = checked(&report);
    assert_eq!((page.findings.len(), page.to_line.len()), (1, 1));
    assert!(report.contains("more are not shown"));
    // The same beside another report, and into a file.
    let file = folder("file").join("report.html");
    let beside = run(&["-o", &format!("html:{}", file.display()), "-f", "concise", BINARY]);
    assert_eq!(String::from_utf8_lossy(&beside.stdout), text(&["-f", "concise", BINARY]));
    // All but the command.
    let lines =
        |page: &str| page.lines().filter(|line| !line.contains("class=\"run\"")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&fs::read_to_string(&file).expect("a report")), lines(&text(&["-f", "html", BINARY])));
}

#[test]
fn head_describes_the_run_and_the_worst_file_is_first() {
    let report = text(&["-f", "html", CLEAN, "testdata/openvino/missing-bin.xml", "--no-weights", BINARY]);
    let at = |part: &str| report.find(part).unwrap_or_else(|| panic!("no {part}"));
    let run = concat!("2023-11-14 22:13 UTC, shapewright ", env!("CARGO_PKG_VERSION"), ": <code>shapewright -f html ");
    assert!(at(run) < at("id=\"summary\""), "{report}");
    assert!(at("id=\"summary\"") < at("id=\"f3\"") && at("id=\"f3\"") < at("id=\"f1\""), "the third file has errors");
    assert!(at("id=\"clean\"") < at("id=\"f1\""), "files without findings are folded");
    assert!(report.contains("<caption>Findings by rule</caption>") && report.contains("<a href=\"#q=OP102\">1</a>"));
    assert!(report.contains("<h4>") || report.contains("<h3>What it does</h3>"), "rule pages are typeset");
}

/// A chain of nodes.
fn chain(nodes: usize) -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (y)\n{\n".to_owned();
    (0..nodes).for_each(|i| text.push_str(&format!("   v{} = Relu (v{i})\n", i + 1)));
    text + &format!("   y = Relu (v{nodes})\n}}\n")
}

#[test]
fn page_size_is_linear_in_the_model() {
    let folder = folder("large");
    let size = |nodes: usize| {
        let path = folder.join(format!("{nodes}.onnxtxt"));
        fs::write(&path, chain(nodes)).expect("a file");
        let page = text(&["-f", "html", path.to_str().expect("UTF-8")]);
        assert_eq!(page.matches("<b>v").count(), nodes + 1);
        page.len()
    };
    let (small, large) = (size(1_000), size(4_000));
    assert!((large - small) / 3_000 < 250, "{} bytes a node", (large - small) / 3_000);
    // A line of any length shows what a line can show, and the values on it are all there.
    let long = folder.join("long.onnxtxt");
    let weights: Vec<String> = (0..2_000).map(|i| format!("float[1] w{i}")).collect();
    let head = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N] x, ";
    fs::write(&long, format!("{head}{}) => (y) {{ y = Relu (x) }}\n", weights.join(", "))).expect("a file");
    let report = text(&["-f", "html", "--fail-on", "never", long.to_str().expect("UTF-8")]);
    let page = checked(&report);
    assert!(page.lines.iter().all(|line| line.len() < 4_100) && report.contains("characters not shown"));
    assert!(page.types.iter().any(|t| t.trim() == "w1999 f32[1]"), "{:?}", page.types.last());
}

/// A browser, if there is one.
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found =
        std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|p| p.is_file());
    if found.is_none() {
        eprintln!("skipped: there is no chromium, chromium-browser or google-chrome on PATH");
    }
    found
}

/// The page after its script has run, with a fragment after `#` in its address.
fn opened(browser: &Path, folder: &Path, page: &Path, fragment: &str) -> String {
    let (profile, dump) = (folder.join("profile"), folder.join("dump.html"));
    let _ = fs::remove_dir_all(&profile);
    let quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--dump-dom"])
        .args(quiet)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}#{fragment}", page.display()))
        .stdout(File::create(&dump).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the browser runs");
    let start = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("the browser does not end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    fs::read_to_string(dump).expect("a page")
}

/// The text of the element with this id.
fn element<'a>(dom: &'a str, id: &str) -> &'a str {
    let from = dom.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("there is no `{id}`: {dom}"));
    let start = from + dom[from..].find('>').expect("the end of a tag") + 1;
    &dom[start..start + dom[start..].find("</").expect("an end")]
}

#[test]
fn search_works_in_a_browser() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser");
    let path = folder.join("report.html");
    run(&["-o", &format!("html:{}", path.display()), "-q", BINARY, TEXT, CLEAN]);
    let plain = opened(&browser, &folder, &path, "");
    let lines = page(&fs::read_to_string(&path).expect("a report")).lines.len();
    assert_eq!(element(&plain, "count"), format!("3 files, 4 findings, {lines} lines"));
    // The summary has come to the top, and the search is there to be used.
    let at = |text: &str| plain.find(text).unwrap_or_else(|| panic!("there is no {text}"));
    assert!(at("id=\"summary\"") < at("id=\"f1\"") && !plain.contains("role=\"search\" hidden"));
    // `score_axes` is an input of the first finding of both files, and of nothing in the third.
    let found = opened(&browser, &folder, &path, "q=SCORE_axes");
    let count = element(&found, "count");
    assert!(
        count.starts_with("2 of 3 files, 2 of 4 findings, ") && count.ends_with(&format!(" of {lines} lines")),
        "{count}"
    );
    let hidden = |id: &str| {
        let from = found.find(&format!("id=\"{id}\"")).expect("an element");
        found[from..from + found[from..].find('>').expect("the end of a tag")].contains("hidden")
    };
    assert_eq!(["f1-1", "f1-2", "f2-1", "f2-2", "f3"].map(hidden), [false, true, false, true, true]);
    // A link to a finding is followed.
    assert!(opened(&browser, &folder, &path, "f2-1").contains("id=\"f2-1\""));
}

#[test]
fn browser_runs_no_script_from_a_file() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser-hostile");
    let model = folder.join("m.onnxtxt");
    let name = "</code></li><script>document.title = 'taken'</script><img src=x onerror=document.title='taken'>";
    let text = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N] \"{name}\") => (y) {{ y = Reluu (\"{name}\") }}\n"
    );
    fs::write(&model, text).expect("a file");
    let path = folder.join("report.html");
    run(&["-o", &format!("html:{}", path.display()), "-q", model.to_str().expect("UTF-8")]);
    let dom = opened(&browser, &folder, &path, "q=document");
    assert!(dom.contains("<title>shapewright: ") && !dom.contains("<img"), "{dom}");
    assert!(element(&dom, "count").starts_with("2 findings, "), "{}", element(&dom, "count"));
}
