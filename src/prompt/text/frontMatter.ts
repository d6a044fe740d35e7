/** The types of the front matter as values with ranges, independent of the YAML library. */
import type { TextRange } from "./textRange.ts";

export interface ScalarNode {
  type: "scalar";
  value: string | number | boolean | null;
  /** The scalar's text: as typed for plain scalars (`1.0` stays `1.0`), the content for quoted and block scalars. */
  source: string;
  quoted: boolean;
  /** The characters in the document, including quotes; empty for a missing value. */
  range: TextRange;
}

export interface ListNode {
  type: "list";
  items: readonly FrontMatterNode[];
  range: TextRange;
}

export interface FrontMatterEntry {
  key: string;
  keyRange: TextRange;
  value: FrontMatterNode;
  /** Key and value. */
  range: TextRange;
}

export interface MapNode {
  type: "map";
  entries: readonly FrontMatterEntry[];
  range: TextRange;
}

export type FrontMatterNode = ScalarNode | ListNode | MapNode;

/** An error in the YAML itself, found before fields are checked. */
export interface FrontMatterError {
  code:
    | "yamlSyntax"
    | "duplicateField"
    | "aliasUsed"
    | "tagUsed"
    | "keyNotText"
    | "unquotedVariable"
    | "notFields"
    | "tooDeep"
    | "unclosedFrontMatter";
  message: string;
  range: TextRange;
  /** The field concerned. */
  subject?: string;
}

export interface FrontMatter {
  /** The whole block with both fences, which is the cache key for parsing. */
  text: string;
  /** The fences and the text between them, and blank lines and comments before them. */
  range: TextRange;
  /** The opening fence's line. */
  fenceRange: TextRange;
  /** The text between the fences. */
  contentRange: TextRange;
  /** false: there is no closing fence. */
  closed: boolean;
  root: MapNode;
  errors: readonly FrontMatterError[];
}

/** The value of a field, or undefined if it does not occur. The first occurrence counts. */
export function findEntry(map: MapNode, key: string): FrontMatterEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** Whether a node is a scalar other than `null`, which YAML also reads from `~` and from nothing. */
export function hasValue(node: FrontMatterNode): node is ScalarNode {
  return node.type === "scalar" && node.value !== null;
}

const integer = /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i;

/** Whether a node is a number that JSON cannot state as it is written: not finite, or an integer of too many digits. */
export function losesDigits(node: FrontMatterNode): boolean {
  if (node.type !== "scalar" || typeof node.value !== "number") return false;
  if (!Number.isFinite(node.value)) return true;
  return integer.test(node.source) && BigInt(node.source) !== BigInt(node.value);
}

/** Visits a node and all nodes below it, with their keys; `*` stands for a list's element. */
export function visitNodes(
  node: FrontMatterNode,
  path: readonly string[],
  visit: (node: FrontMatterNode, path: readonly string[]) => void,
): void {
  visit(node, path);
  if (node.type === "list") for (const item of node.items) visitNodes(item, [...path, "*"], visit);
  if (node.type === "map") for (const entry of node.entries) visitNodes(entry.value, [...path, entry.key], visit);
}
