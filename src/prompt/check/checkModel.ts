/** Reports a model that the service does not list, or that does not generate the required kind. */
import type { Kind } from "../../contract/kind.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import type { ScalarNode } from "../parse/frontMatter.ts";
import { suggestNames } from "./suggestNames.ts";

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
    const likely = suggestions[0] ? ` Did you mean \`${suggestions[0]}\`?` : "";
    return [diagnostic("unknownModel", node.range, `The service lists no model \`${name}\`.${likely}`, { subject: name, suggestions })];
  }
  if (kind === undefined || model.abilities?.[kind] !== "no") return [];
  const able = facts.models.filter((known) => known.abilities?.[kind] === "yes").map((known) => known.id);
  const message = `\`${name}\` does not make ${kind}.`;
  return [diagnostic("modelCannot", node.range, message, { subject: name, suggestions: able.slice(0, 5) })];
}
