/**
 * Reads the node graph that ComfyUI writes as `prompt`: from the node that saved the file back to the sampler, and from there to the texts and
 * the model. Source: ComfyUI, nodes.py and comfy_extras.
 */
import type { Kind } from "../../../contract/kind.ts";
import type { MetadataText } from "../container.ts";
import { type Origin, parseObject, toObject, toOrigin, toText } from "../origin.ts";
import { type Graph, linkedNode, type Node, nodesBehind } from "./comfyGraph.ts";
import { findConditioningText, findStringText, writesText } from "./comfyTexts.ts";
import { commentKeywords, firstRead, type Generator } from "./generator.ts";

const name = "ComfyUI";

export const comfyUi: Generator = { name, read: (texts) => firstRead(texts.flatMap(graphText), readComfyUi) };

/**
 * In WebP and JPEG, the keyword is at the beginning of a text of Exif. Nodes for videos write a comment with an object of all texts, and
 * Civitai writes one with the graph.
 */
function graphText({ keyword, text }: MetadataText): string[] {
  if (keyword.toLowerCase() === "prompt") return [text];
  const start = /^\s*prompt:\s*(?=\{)/i.exec(text)?.[0];
  if (start !== undefined) return [text.slice(start.length)];
  if (!commentKeywords.includes(keyword.toLowerCase())) return [];
  const { prompt } = parseObject(text) ?? {};
  if (prompt === undefined) return text.includes('"class_type"') ? [text] : [];
  return [typeof prompt === "string" ? prompt : JSON.stringify(prompt)];
}

/** `model` is a text in nodes that call a company's service, and otherwise a link. */
const modelInputs = ["ckpt_name", "unet_name", "model_name", "model_path", "model", "model_id"];
const textInputs = ["prompt", "text", "positive", "value", "string"];
const factNames =
  /^(?:seed|noise_seed|steps|cfg|denoise|guidance|length|fps|frame_rate|seconds|width|height|sampler_name|scheduler|lora_name)$/;

/** undefined: another format. */
function readComfyUi(text: string): Origin | undefined {
  const graph = readGraph(text);
  if (graph.size === 0) return undefined;
  const output = findOutput(graph);
  const reached = output === undefined ? [...graph.values()] : nodesBehind(graph, output);
  const sampler = reached.find(isSampler);
  const behind = sampler === undefined ? reached : nodesBehind(graph, sampler);
  const findModel = (nodes: readonly Node[]) =>
    nodes.flatMap(({ inputs }) => modelInputs.map((one) => toText(inputs[one]))).find((one) => one !== undefined);
  const guider = linkedNode(graph, sampler?.inputs.guider)?.node ?? sampler;
  const model = linkedNode(graph, guider?.inputs.model)?.node;
  const facts = behind.flatMap(({ inputs }) => Object.entries(inputs).flatMap((entry) => toFact(graph, ...entry)));
  return toOrigin({
    tool: name,
    model: (model && findModel(nodesBehind(graph, model, "model"))) ?? findModel(behind),
    kind: kindOf(output, reached),
    prompt: guider === undefined ? findPlainText(graph, behind) : findConditioningText(graph, guider, "positive"),
    negativePrompt: guider && findConditioningText(graph, guider, "negative"),
    // The nearest value of each name.
    fields: new Map(facts.toReversed()),
  });
}

function readGraph(text: string): Graph {
  const graph = new Map<string, Node>();
  for (const [id, value] of Object.entries(parseObject(text) ?? {})) {
    const node = toObject(value);
    const inputs = toObject(node?.inputs);
    const type = toText(node?.class_type);
    if (inputs !== undefined && type !== undefined) graph.set(id, { type, inputs });
  }
  return graph;
}

/**
 * The node that saved the file. Of several, one that saves rather than shows, and then the one with the longest way to it: the last step of a
 * graph that also saves intermediate images.
 */
function findOutput(graph: Graph): Node | undefined {
  const nodes = [...graph.values()];
  const used = new Set(nodes.flatMap(({ inputs }) => Object.values(inputs).map((value) => linkedNode(graph, value)?.node)));
  const ends = nodes.filter((node) => !used.has(node));
  const saving = nodes.filter(({ type }) => /save|video_?combine/i.test(type));
  const shown = ends.filter(({ type }) => /preview|output|display/i.test(type));
  const candidates = [saving, shown, ends].find(({ length }) => length > 0) ?? [];
  const sizes = new Map(candidates.slice(0, 16).map((node) => [node, nodesBehind(graph, node).length]));
  return [...sizes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function isSampler({ type, inputs }: Node): boolean {
  if ("guider" in inputs) return true;
  return (
    "positive" in inputs &&
    ("latent_image" in inputs || "seed" in inputs || "noise_seed" in inputs || /sampler|upscale|detailer/i.test(type))
  );
}

function kindOf(output: Node | undefined, reached: readonly Node[]): Kind {
  const types = output === undefined ? reached.map(({ type }) => type) : [output.type];
  if (types.some((type) => /video|webm/i.test(type))) return "video";
  return types.some((type) => /audio/i.test(type)) ? "audio" : "image";
}

/** The nearest text of a graph without a sampler, such as one of a node that calls a company's service. */
function findPlainText(graph: Graph, nodes: readonly Node[]): string | undefined {
  for (const { inputs } of nodes.filter(({ type }) => !writesText(type)))
    for (const input of textInputs) {
      const text = findStringText(graph, inputs[input]);
      if (text !== undefined) return text;
    }
  return undefined;
}

/** A setting; its value may be that of another node. */
function toFact(graph: Graph, input: string, value: unknown): [string, unknown][] {
  if (!factNames.test(input)) return [];
  const { inputs } = linkedNode(graph, value)?.node ?? {};
  const known = inputs === undefined ? value : (inputs[input] ?? inputs.value ?? inputs.int ?? inputs.float ?? inputs.seed);
  return typeof known === "number" || typeof known === "string" ? [[input, known]] : [];
}
