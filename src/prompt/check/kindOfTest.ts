/** Determines what a case generates, which may differ from its document. */
import { mainTextField } from "../../contract/fields.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import { guessAbility } from "../../contract/modelFamilies.ts";
import type { ModelFact } from "../facts.ts";
import { type PromptDocument, readText } from "../parse/promptDocument.ts";
import type { TestCase } from "../testing/readTests.ts";

/**
 * The case's own kind, if given. Otherwise the document's, unless the model is known not to generate that: then what it generates. `known`:
 * models of the service's catalogue; for others, the kind is guessed from the name.
 */
export function kindOfTest(
  document: PromptDocument,
  { kind }: Pick<TestCase, "kind">,
  model: string,
  known: readonly ModelFact[] = [],
): Kind {
  if (kind !== undefined) return kind;
  // The same as when the document is run.
  if (model === readText(document.fields, "model")) return document.kind;
  const abilities = known.find(({ id }) => id === model)?.abilities;
  if (abilities === undefined) {
    const { can, named } = guessAbility(model, document.kind);
    return can === "no" && named !== undefined ? named : document.kind;
  }
  if (abilities[document.kind] !== "no") return document.kind;
  return kinds.find((one) => abilities[one] === "yes") ?? document.kind;
}

/** The document with another kind: its prompt is used for that kind, and fields that the kind does not have are not sent. */
export function asKind(document: PromptDocument, kind: Kind): PromptDocument {
  if (kind === document.kind) return document;
  const [from, to] = [mainTextField(document.kind, document.interface), mainTextField(kind, document.interface)];
  const entries = document.fields.entries.map((entry) => (entry.key === from ? { ...entry, key: to } : entry));
  return { ...document, kind, fields: { ...document.fields, entries } };
}
