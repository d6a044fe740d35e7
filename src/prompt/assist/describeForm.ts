/** Describes a document's inputs and content for a form. Never throws. */

import { findNeeds } from "../compile/findNeeds.ts";
import { attachedAddresses } from "../documentFiles.ts";
import { ownFields } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { FrontMatterNode } from "../text/frontMatter.ts";
import { variableEntries } from "../variables/definedVariables.ts";

export interface DocumentForm {
  /** The fields of the request, as written. */
  fields: readonly { name: string; value: string }[];
  /** The variables of `vars`, and the questions of `{{input:…}}`, in order. */
  inputs: readonly { name: string; isQuestion: boolean; value: string }[];
  /** Content that is not in the document's text: the built-in variables that it uses, and its files. */
  contents: readonly string[];
}

export function describeForm(document: PromptDocument): DocumentForm {
  const needs = findNeeds(document);
  const variables = variableEntries(document).flatMap(({ key, value }) =>
    value.type === "scalar" ? [{ name: key, isQuestion: false, value: value.source }] : [],
  );
  return {
    fields: document.fields.entries
      .filter(({ key }) => !ownFields.some(({ name }) => name === key))
      .map(({ key, value }) => ({ name: key, value: writeValue(document, value) })),
    inputs: [...variables, ...needs.questions.map((name) => ({ name, isQuestion: true, value: "" }))],
    contents: [
      ...(["selection", "file", "clipboard"] as const).filter((name) => needs[name]).map((name) => `{{${name}}}`),
      ...needs.includedFiles.map((path) => `{{file:${path}}}`),
      ...attachedAddresses(document).map(({ source }) => source),
    ],
  };
}

/** On one line. */
function writeValue({ text }: PromptDocument, node: FrontMatterNode): string {
  const written = node.type === "scalar" ? node.source : text.slice(node.range.start, node.range.end);
  return written.replace(/\s+/g, " ").trim();
}
