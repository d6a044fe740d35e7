/** Reports a model that the service does not list or withdraws, or that does not generate the required kind. */

import type { Kind } from "../../contract/kind.ts";
import { isRetired } from "../../contract/retirement.ts";
import { t } from "../../contract/translate.ts";
import { describeRetirement } from "../describeRetirement.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { Facts, ModelFact } from "../facts.ts";
import type { ScalarNode } from "../text/frontMatter.ts";
import { kindWord } from "../text/kindWord.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";

/** `kind` undefined: any kind is accepted. */
export function checkModel(node: ScalarNode, kind: Kind | undefined, facts: Facts): Diagnostic[] {
  const name = node.value === null ? "" : node.source;
  if (name === "" || name.includes("{{") || !facts.models || facts.models.length === 0) return [];
  const model = facts.models.find((known) => known.id === name);
  if (!model) {
    const suggestions = suggestNames(
      name,
      facts.models.map((known) => known.id),
    );
    return [
      diagnostic("unknownModel", node.range, t("The service lists no model `{0}`.", name) + didYouMean(suggestions[0]), {
        subject: name,
        suggestions,
      }),
    ];
  }
  return [...checkRetirement(node, model, facts.models), ...checkKind(node, model, kind, facts.models)];
}

function checkRetirement(node: ScalarNode, { id, retirement }: ModelFact, known: readonly ModelFact[]): Diagnostic[] {
  if (retirement === undefined) return [];
  // Only ids that the service lists can be requested.
  const suggestions = known.filter((other) => other.id === retirement.replacement).map((other) => other.id);
  return [diagnostic("modelRetired", node.range, describeRetirement(id, retirement), { subject: id, suggestions })];
}

function checkKind(node: ScalarNode, { id, abilities }: ModelFact, kind: Kind | undefined, known: readonly ModelFact[]): Diagnostic[] {
  if (kind === undefined || abilities?.[kind] !== "no") return [];
  const able = known.filter((other) => other.abilities?.[kind] === "yes" && !(other.retirement && isRetired(other.retirement)));
  const suggestions = able.slice(0, 5).map((other) => other.id);
  return [diagnostic("modelCannot", node.range, t("`{0}` does not make {1}.", id, kindWord(kind)), { subject: id, suggestions })];
}
