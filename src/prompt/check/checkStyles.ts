/** Reports styles that do not exist, cannot be used, or have a negative prompt that the model does not take. */

import { t } from "../../contract/translate.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import { styleFolderName } from "../fields/styleFolder.ts";
import { type PromptDocument, readText } from "../parse/promptDocument.ts";
import { namedStyles, negativePromptPath } from "../styles/namedStyles.ts";
import type { Style } from "../styles/style.ts";
import type { ScalarNode } from "../text/frontMatter.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";
import { mayTake } from "./findAcceptedValues.ts";

export function checkStyles(document: PromptDocument, facts: Facts): Diagnostic[] {
  const { styles } = facts;
  if (styles === undefined) return [];
  return namedStyles(document)
    .filter(({ source }) => !source.includes("{{"))
    .flatMap((node) => {
      const style = styles.find(({ name }) => name === node.source);
      return style === undefined ? [unknownStyle(node, styles)] : checkStyle(document, node, style, facts);
    });
}

function unknownStyle({ source, range }: ScalarNode, styles: readonly Style[]): Diagnostic {
  const names = styles.map(({ name }) => name);
  const suggestions = suggestNames(source, names);
  const likely =
    suggestions[0] === undefined ? t(" It would be the file `{0}`.", `${styleFolderName}/${source}.md`) : didYouMean(suggestions[0]);
  return diagnostic("unknownStyle", range, t("There is no style `{0}`.", source) + likely, { subject: source, suggestions });
}

function checkStyle(document: PromptDocument, { range }: ScalarNode, style: Style, facts: Facts): Diagnostic[] {
  const [fault] = style.faults;
  if (fault !== undefined)
    return [diagnostic("styleInvalid", range, t("The style `{0}` cannot be used: {1}", style.name, fault), { subject: style.name })];
  const field = negativePromptPath(document)?.at(-1);
  if (style.negativePrompt === "" || (field !== undefined && mayTake(document, field, facts))) return [];
  const model = readText(document.fields, "model") ?? "";
  const message = t(
    "The style `{0}` has a negative prompt, which the service does not announce for `{1}`: the request is not sent.",
    style.name,
    model,
  );
  return [diagnostic("fieldNotAnnounced", range, message, { subject: style.name })];
}
