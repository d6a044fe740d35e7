/** Reads the node graph that ComfyUI writes as `prompt`: the nodes that lead to the sampler. Source: ComfyUI, nodes.py. */
import { type Origin, parseObject, toFields, toObject, toText } from "../origin.ts";

interface Node {
  type: string;
  inputs: Readonly<Record<string, unknown>>;
}

type Graph = ReadonlyMap<string, Node>;

/** Maximum number of nodes to follow until one has a value. */
const mostSteps = 64;
const textInputs = ["text", "prompt", "text_g", "positive", "clip_l", "t5xxl", "string", "value"];
const modelInputs = ["ckpt_name", "unet_name", "model_name", "model_path"];
const sizeInputs = ["width", "height"];

/** undefined: another format. */
export function readComfyUi(text: string): Origin | undefined {
  const graph = readGraph(text);
  if (graph.size === 0) return undefined;
  const nodes = [...graph.values()];
  const sampler = nodes.find(({ inputs }) => "positive" in inputs) ?? nodes.find(({ type }) => /sampler/i.test(type));
  const reached = sampler === undefined ? nodes : collect(graph, sampler);
  const find = (names: readonly string[]) => reached.flatMap(({ inputs }) => names.map((name) => toText(inputs[name]))).find(Boolean);
  const facts = reached.flatMap(({ inputs }) => Object.entries(inputs).filter(([name, value]) => isFact(name, value)));
  return {
    tool: "ComfyUI",
    model: find(modelInputs),
    kind: nodes.some(({ type }) => /video/i.test(type)) ? "video" : nodes.some(({ type }) => /audio/i.test(type)) ? "audio" : "image",
    prompt: textBehind(graph, sampler?.inputs.positive) ?? find(textInputs),
    negativePrompt: textBehind(graph, sampler?.inputs.negative),
    digitalSourceType: undefined,
    request: undefined,
    fields: toFields(new Map(facts.toReversed())),
  };
}

function isFact(name: string, value: unknown): boolean {
  const isNumber = typeof value === "number" && /^(?:seed|noise_seed|steps|cfg|denoise|guidance|length|fps|frame_rate|seconds)$/.test(name);
  return isNumber || (typeof value === "number" && sizeInputs.includes(name)) || /^(?:sampler_name|scheduler|lora_name)$/.test(name);
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

/** A link consists of a node's id and the number of its output. */
function linked(graph: Graph, value: unknown): Node | undefined {
  return Array.isArray(value) && value.length === 2 ? graph.get(String(value[0])) : undefined;
}

/** A node and all nodes that lead to it, the nearest first. */
function collect(graph: Graph, start: Node): Node[] {
  const found = new Set([start]);
  for (const node of found)
    for (const value of Object.values(node.inputs)) {
      const next = linked(graph, value);
      if (next !== undefined) found.add(next);
    }
  return [...found];
}

function textBehind(graph: Graph, link: unknown): string | undefined {
  const start = linked(graph, link);
  if (start === undefined) return undefined;
  const found = new Set([start]);
  for (const { inputs } of found) {
    const text = textInputs.map((name) => toText(inputs[name])).find((one) => one !== undefined);
    if (text !== undefined) return text;
    if (found.size > mostSteps) return undefined;
    for (const [name, value] of Object.entries(inputs)) {
      const next = /^(?:negative|clip|model|vae)$/.test(name) ? undefined : linked(graph, value);
      if (next !== undefined) found.add(next);
    }
  }
  return undefined;
}
