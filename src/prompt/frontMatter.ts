/** The types of the front matter as values with ranges, independent of the YAML library. */
import type { TextRange } from "./textRange.ts";

export interface ScalarNode {
  type: "scalar";
  value: string | number | boolean | null;
  /** The scalar as a text: what was typed for plain scalars (`1.0` stays `1.0`), the content for quoted and block ones. */
  source: string;
  quoted: boolean;
  /** The written characters, quotes included; empty for a value that is missing. */
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

/** What the YAML itself has wrong, before any field is looked at. */
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
  /** The field in question. */
  subject?: string;
}

export interface FrontMatter {
  /** The whole block with both fences, as text: the key under which it is parsed once. */
  text: string;
  /** Both fences and what is between them. */
  range: TextRange;
  /** What is between the fences. */
  contentRange: TextRange;
  /** false: there is no closing fence. */
  closed: boolean;
  root: MapNode;
  errors: readonly FrontMatterError[];
}

/** The value of a field, or undefined when it is not written. The first one counts. */
export function findEntry(map: MapNode, key: string): FrontMatterEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** Visits every node below a node, itself included, with the keys that lead to it; `*` stands for a list's element. */
export function visitNodes(
  node: FrontMatterNode,
  path: readonly string[],
  visit: (node: FrontMatterNode, path: readonly string[]) => void,
): void {
  visit(node, path);
  if (node.type === "list") for (const item of node.items) visitNodes(item, [...path, "*"], visit);
  if (node.type === "map") for (const entry of node.entries) visitNodes(entry.value, [...path, entry.key], visit);
}
