// Reads a flowchart on standard input with Mermaid's own parser, and writes how many nodes and edges it has.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const page = new JSDOM("");
globalThis.window = page.window;
globalThis.document = page.window.document;
const { default: mermaid } = await import("mermaid");
mermaid.initialize({ securityLevel: "strict", maxTextSize: 1e9, maxEdges: 1e6 });
const diagram = await mermaid.mermaidAPI.getDiagramFromText(readFileSync(0, "utf8"));
const vertices = [...diagram.db.getVertices().keys()].sort();
console.log(JSON.stringify({ vertices, edges: diagram.db.getEdges().length, subgraphs: diagram.db.getSubGraphs().length }));
