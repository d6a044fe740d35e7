/** Parses a `*.gen.md` file: front matter, body, kind and interface, with UTF-16 ranges. */
import { type InterfaceVersion, interfaceVersions, type Kind, kindOfV2Type, kinds } from "../../contract/kind.ts";
import type { FrontMatter, FrontMatterNode, MapNode } from "../text/frontMatter.ts";
import { findEntry } from "../text/frontMatter.ts";
import { mapRanges, type RangeMap } from "../text/scalarOffsets.ts";
import type { VariableError, VariableReference } from "../text/variables.ts";
import { findVariables } from "../text/variables.ts";
import { findFrontMatter } from "./findFrontMatter.ts";
import type { Body } from "./parseBody.ts";
import { parseBody } from "./parseBody.ts";
import { parseFrontMatter } from "./parseFrontMatter.ts";

export interface PromptDocument {
  text: string;
  /** undefined: the text does not start with a fence; all of it is the body. */
  frontMatter: FrontMatter | undefined;
  /** The front matter's fields; empty when there is none. */
  fields: MapNode;
  body: Body;
  /** From `kind`, else from v2's `type`, else `text`. */
  kind: Kind;
  /** From `interface`, else `v1`. */
  interface: InterfaceVersion;
  /** Variables in the values of the front matter. */
  fieldVariables: readonly VariableReference[];
  fieldVariableErrors: readonly VariableError[];
  /** Variables in the assertions of tests, which are not sent. */
  testVariables: readonly VariableReference[];
}

/**
 * Parses a document; never throws. Pass the document's previous version if there is one: its front matter is reused if that part of the
 * text has not changed.
 */
export function parsePromptDocument(text: string, previous?: PromptDocument): PromptDocument {
  if (previous?.text === text) return previous;
  const known = previous?.frontMatter;
  const same = known?.closed && known.text.endsWith("\n") && text.startsWith(known.text) ? known : undefined;
  const location = same ?? findFrontMatter(text);
  const frontMatter = same ?? (location && parseFrontMatter(text, location));
  const fields: MapNode = frontMatter?.root ?? { type: "map", entries: [], range: { start: 0, end: 0 } };
  const body = parseBody(text, frontMatter?.range.end ?? 0);
  const reuse = same !== undefined && previous !== undefined;
  const found = reuse ? undefined : findFieldVariables(text, fields);
  return {
    text,
    frontMatter,
    fields,
    body,
    kind: reuse ? previous.kind : readKind(fields),
    interface: reuse ? previous.interface : readInterface(fields),
    fieldVariables: found?.references ?? previous?.fieldVariables ?? [],
    fieldVariableErrors: found?.errors ?? previous?.fieldVariableErrors ?? [],
    testVariables: reuse ? previous.testVariables : findTestVariables(text, fields),
  };
}

function readKind(fields: MapNode): Kind {
  const written = readText(fields, "kind");
  const type = readText(fields, "type");
  return kinds.find((kind) => kind === written) ?? kindOfV2Type(type) ?? "text";
}

function readInterface(fields: MapNode): InterfaceVersion {
  const written = readText(fields, "interface");
  return interfaceVersions.find((version) => version === written) ?? "v1";
}

/** The text of a scalar field; undefined if it is missing, empty, or not a scalar. */
export function readText(fields: MapNode, key: string): string | undefined {
  const value = findEntry(fields, key)?.value;
  return value?.type === "scalar" && value.value !== null ? value.source : undefined;
}

/** Whether `{{…}}` in the field is a placeholder of the request. Values in `vars` and `batch` are literal; those of tests are not sent. */
function takesVariables(key: string): boolean {
  return !["vars", "batch", "tests", "models"].includes(key);
}

interface FoundVariables {
  references: readonly VariableReference[];
  errors: readonly VariableError[];
}

function findFieldVariables(text: string, fields: MapNode): FoundVariables {
  return findVariablesIn(
    text,
    fields.entries.flatMap((entry) => (takesVariables(entry.key) ? [entry.value] : [])),
  );
}

/** The cases of `tests`. */
export function caseNodes(fields: MapNode): readonly MapNode[] {
  const tests = findEntry(fields, "tests")?.value;
  return tests?.type === "list" ? tests.items.filter((one) => one.type === "map") : [];
}

function findTestVariables(text: string, fields: MapNode): readonly VariableReference[] {
  const asserted = caseNodes(fields).flatMap((one) => findEntry(one, "assert")?.value ?? []);
  return findVariablesIn(text, asserted).references;
}

function findVariablesIn(text: string, nodes: readonly FrontMatterNode[]): FoundVariables {
  const all = { references: [] as VariableReference[], errors: [] as VariableError[] };
  const collect = (node: FrontMatterNode): void => {
    if (node.type === "list") node.items.forEach(collect);
    else if (node.type === "map") for (const entry of node.entries) collect(entry.value);
    else if (typeof node.value === "string" && node.source.includes("{{")) {
      const found = findVariables(node.source, 0, node.source.length);
      const toTyped = mapRanges(text, node);
      all.references.push(...found.references.map((one) => locateReference(one, toTyped)));
      all.errors.push(...found.errors.map((one) => ({ ...one, range: toTyped(one.range) })));
    }
  };
  nodes.forEach(collect);
  return all;
}

function locateReference(reference: VariableReference, toTyped: RangeMap): VariableReference {
  const { nameRange, argumentRange, range } = reference;
  return { ...reference, nameRange: toTyped(nameRange), argumentRange: toTyped(argumentRange), range: toTyped(range) };
}
