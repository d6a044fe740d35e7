/** Follows the links of ComfyUI's graph from a sampler to the text of a prompt. */
import { toText } from "../origin.ts";
import { type Graph, linkedNode, type Node } from "./comfyGraph.ts";

type Role = "positive" | "negative";

/** How many links are followed, however they are connected. */
const mostSteps = 4096;
const mostDepth = 500;
/** Inputs of nodes that encode a text; SDXL, SD3 and Flux have one for each encoder. */
const encodedInputs = ["text", "prompt", "text_g", "text_l", "clip_l", "clip_g", "t5xxl", "bert", "mt5xl", "llama", "tags", "lyrics"];
/** Inputs that carry no conditioning, although they may lead to another one. */
const otherInputs =
  /^(?:clip|model|vae|images?|latent|latent_image|samples|pixels|mask|control_net|clip_vision.*|style_model|sigmas|noise|sampler|start_image|end_image)$/;
const stringInputs = ["string", "value", "text", "prompt", "text_0", "string_field", "multiline", "populated_text"];
/** Inputs of nodes that join texts, in order. */
const joinedInputs = /^(?:string|text|prompt|str)_?(?:[a-h]|\d{1,2})$/i;
const separatorInputs = ["delimiter", "separator"];

/** The text behind a sampler's or guider's input; undefined: there is none, or none in the graph. */
export function findConditioningText(graph: Graph, sampler: Node, role: Role): string | undefined {
  // A guider without negative prompt has one input.
  const start = sampler.inputs[role] ?? (role === "positive" ? (sampler.inputs.conditioning ?? sampler.inputs.cond1) : undefined);
  return toText(start) ?? behindLink({ graph, steps: 0, path: new Set() }, start, role);
}

/** The text of a value or of the node that it links to. */
export function findStringText(graph: Graph, value: unknown): string | undefined {
  return stringOf({ graph, steps: 0, path: new Set() }, value);
}

interface Search {
  graph: Graph;
  steps: number;
  /** The links on the way to the current node, because a damaged graph may have cycles. */
  path: Set<string>;
}

function behindLink(search: Search, link: unknown, role: Role): string | undefined {
  return follow(search, link, (node, output) => behindNode(search, node, output, role));
}

function behindNode(search: Search, node: Node, output: number, role: Role): string | undefined {
  // It removes what was encoded.
  if (/zero_?out/i.test(node.type)) return undefined;
  if ("positive" in node.inputs || "negative" in node.inputs) return behindPair(search, node, output, role);
  const chosen = chosenInput(search.graph, node);
  if (chosen !== undefined) return behindLink(search, node.inputs[chosen], role);
  const texts = encodedInputs.map((input) => stringOf(search, node.inputs[input]));
  const own = joinDifferent(texts);
  if (own !== undefined) return own;
  const links = Object.entries(node.inputs).filter(([input]) => !otherInputs.test(input));
  const conditioning = links.filter(([input]) => /^cond/i.test(input));
  const followed = conditioning.some(([, value]) => linkedNode(search.graph, value) !== undefined) ? conditioning : links;
  return joinDifferent(followed.map(([, value]) => behindLink(search, value, role)));
}

/** A node that changes both prompts together, such as one of a ControlNet, has the positive one as output 0 and the negative one as output 1. */
function behindPair(search: Search, node: Node, output: number, role: Role): string | undefined {
  const { positive, negative } = node.inputs;
  // Nodes that load or bundle have other outputs.
  const hasOthers = /pipe|loader/i.test(node.type);
  const isPair = !hasOthers && linkedNode(search.graph, positive) !== undefined && linkedNode(search.graph, negative) !== undefined;
  const side: Role = isPair && output < 2 ? (output === 0 ? "positive" : "negative") : role;
  const value = side === "positive" ? positive : negative;
  return toText(value) ?? behindLink(search, value, side) ?? stringOf(search, value);
}

function stringOf(search: Search, value: unknown): string | undefined {
  return typeof value === "string" ? toText(value) : toText(follow(search, value, (node) => stringOfNode(search, node)));
}

/** The input that a switch passes on; undefined: not a switch. The first one that is linked, of nodes that take any. */
function chosenInput(graph: Graph, { type, inputs }: Node): string | undefined {
  const isOn = inputs.switch ?? inputs.boolean ?? inputs.condition;
  if (typeof isOn === "boolean" && "on_true" in inputs && "on_false" in inputs) return isOn ? "on_true" : "on_false";
  const selected = inputs.select ?? inputs.index;
  if (/switch|select/i.test(type) && typeof selected === "number" && `input${selected}` in inputs) return `input${selected}`;
  return /any.?switch/i.test(type) ? Object.keys(inputs).find((name) => linkedNode(graph, inputs[name]) !== undefined) : undefined;
}

/** Nodes whose text a language model writes, which is not in the graph: its instructions are no prompt of the image. */
const writers =
  /ollama|llm|chat|gpt(?!.?image)|claude|gemini(?!.*image)|deepseek|florence|joy.?caption|captioner|interrogat|wd14|qwen.?\d?.?vl/i;

export function writesText(type: string): boolean {
  return writers.test(type) && !/encode/i.test(type);
}

/** ComfyUI's own nodes that change a text. Source: ComfyUI, comfy_extras/nodes_string.py. */
const changes: Readonly<Record<string, (text: string, inputs: Node["inputs"]) => string>> = {
  StringReplace: (text, { find, replace }) =>
    typeof find === "string" && find !== "" ? text.replaceAll(find, () => String(replace ?? "")) : text,
  StringSubstring: (text, { start, end }) => [...text].slice(Number(start ?? 0), typeof end === "number" ? end : undefined).join(""),
  StringTrim: (text, { mode }) => (mode === "Left" ? text.trimStart() : mode === "Right" ? text.trimEnd() : text.trim()),
  CaseConverter: (text, { mode }) => (mode === "UPPERCASE" ? text.toUpperCase() : mode === "lowercase" ? text.toLowerCase() : text),
};

function stringOfNode(search: Search, node: Node): string | undefined {
  const { inputs, type } = node;
  if (writesText(type)) return undefined;
  const change = Object.hasOwn(changes, type) ? changes[type] : undefined;
  if (change !== undefined) {
    const changed = rawString(search, inputs.string);
    return changed === undefined ? undefined : change(changed, inputs);
  }
  const chosen = chosenInput(search.graph, node);
  if (chosen !== undefined) return rawString(search, inputs[chosen]);
  const joined = Object.keys(inputs).filter((input) => joinedInputs.test(input));
  if (joined.length >= 2) {
    const separator = separatorInputs.map((input) => inputs[input]).find((one) => typeof one === "string") ?? "";
    const inOrder = joined.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const parts = inOrder.map((input) => rawString(search, inputs[input]) ?? "").filter((part) => part !== "");
    return parts.join(String(separator).replaceAll("\\n", "\n"));
  }
  const links = Object.keys(inputs).filter(
    (input) => !stringInputs.includes(input) && !otherInputs.test(input) && Array.isArray(inputs[input]),
  );
  return firstOf([...stringInputs, ...links], (input) => {
    const text = rawString(search, inputs[input]);
    return toText(text) === undefined ? undefined : text;
  });
}

/** With its spaces, which matter where texts are joined. */
function rawString(search: Search, value: unknown): string | undefined {
  return typeof value === "string" ? value : follow(search, value, (node) => stringOfNode(search, node));
}

function firstOf<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const result = find(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** undefined: not a link, a cycle, or too many links. */
function follow(search: Search, link: unknown, read: (node: Node, output: number) => string | undefined): string | undefined {
  const linked = linkedNode(search.graph, link);
  const key = JSON.stringify(link);
  search.steps += 1;
  if (linked === undefined || search.steps > mostSteps || search.path.size > mostDepth || search.path.has(key)) return undefined;
  search.path.add(key);
  const text = read(linked.node, linked.output);
  search.path.delete(key);
  return text;
}

function joinDifferent(texts: readonly (string | undefined)[]): string | undefined {
  return toText([...new Set(texts.filter((text) => text !== undefined))].join("\n"));
}
