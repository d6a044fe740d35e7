/** The styles that a prompt document names. */
import { addedFieldOf, requestFields } from "../../contract/fields.ts";
import { findField } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { findEntry, type ScalarNode } from "../text/frontMatter.ts";

/** The names, in their order; none if requests of the document's kind have no styles. */
export function namedStyles(document: PromptDocument): ScalarNode[] {
  if (findField(document.kind, document.interface, "style") === undefined) return [];
  const value = findEntry(document.fields, "style")?.value;
  const nodes = value?.type === "list" ? value.items : value === undefined ? [] : [value];
  const isName = (value: unknown) => typeof value === "string" || typeof value === "number";
  return nodes.flatMap((node) => (node.type === "scalar" && isName(node.value) && node.source !== "" ? [node] : []));
}

/** The path of the field with the negative prompt in the document's requests; undefined: they have none. */
export function negativePromptPath({ kind, interface: version }: PromptDocument): readonly string[] | undefined {
  return requestFields(kind, version).find(({ name }) => addedFieldOf(kind, version, name) === "negative_prompt")?.path;
}
