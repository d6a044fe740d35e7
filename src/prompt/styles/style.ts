/** Styles: named additions to the prompts of images and videos, each a Markdown file of its own. */

import { t } from "../../contract/translate.ts";
import { type PromptDocument, parsePromptDocument, readText } from "../parse/promptDocument.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";
import { findVariables } from "../text/variables.ts";

const ending = ".md";
const fieldNames = ["description", "negative_prompt"];

export interface Style {
  /** The name of its file, without the extension. */
  name: string;
  /** The file's path or URI. */
  address: string;
  /** `{{prompt}}` is the place of the prompt; without it, the text follows the prompt. */
  text: string;
  /** One line for people; may be empty. */
  description: string;
  /** Added to the request's `negative_prompt`; may be empty. */
  negativePrompt: string;
  /** Why it cannot be used, one sentence each. */
  faults: readonly string[];
}

/** The name of the style in a file; undefined: the file is no style. */
export function styleName(file: string): string | undefined {
  const name = file.slice(0, -ending.length);
  return file.endsWith(ending) && name.trim() === name && name !== "" && !file.endsWith(".gen.md") ? name : undefined;
}

/** Reads the text of a style's file. Never throws. */
export function readStyle(name: string, address: string, content: string): Style {
  const document = parsePromptDocument(content);
  const written = content.slice(document.body.range.start).replaceAll("\r\n", "\n").trim();
  // As in the styles of AUTOMATIC1111, Fooocus and SwarmUI.
  const text = written.replaceAll(/(?<!\{)\{prompt\}(?!\})/g, "{{prompt}}");
  const negativePrompt = readText(document.fields, "negative_prompt") ?? "";
  const description = readText(document.fields, "description") ?? "";
  return { name, address, text, description, negativePrompt, faults: findFaults(document, text, negativePrompt) };
}

function findFaults({ frontMatter, fields }: PromptDocument, text: string, negativePrompt: string): string[] {
  const strange = fields.entries.flatMap(({ key, value }) => {
    if (fieldNames.includes(key)) return value.type === "scalar" ? [] : [t("`{0}` must be a text.", key)];
    const [likely] = suggestNames(key, fieldNames);
    return [t("`{0}` is not a field of a style.", key) + didYouMean(likely)];
  });
  const variables = findVariables(text, 0, text.length).references.filter(
    ({ name, argument }) => name !== "prompt" || argument !== undefined,
  );
  return [
    ...(frontMatter?.errors ?? []).map(({ message }) => message),
    ...strange,
    ...variables.map(({ name }) => t("`{0}` has no value in a style, only `{1}` has.", `{{${name}}}`, "{{prompt}}")),
    ...(text === "" && negativePrompt === "" ? [t("It has no text.")] : []),
  ];
}
