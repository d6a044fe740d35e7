import { type Kind, kinds } from "../../../contract/kind.ts";
import type { Model } from "../../../contract/models.ts";
import { t } from "../../../contract/translate.ts";
import type { Ability } from "../../service/studio.ts";
import { describeCapabilities } from "../../showing/describeCapabilities.ts";
import { writeTable } from "./writeTable.ts";

const mostModels = 200;

/**
 * The models as a table in Markdown: what each makes, and what the service reports about it. `searched`: words that must all occur in the
 * model's row; empty: all models.
 */
export function writeModels(models: readonly Model[], ability: (model: string, kind: Kind) => Ability, searched: string): string {
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = models
    .map((model) => {
      const made = kinds.filter((kind) => ability(model.id, kind).can === "yes");
      const guessed = kinds.filter((kind) => ability(model.id, kind).can === "perhaps");
      const makes = [...made, ...(made.length === 0 ? guessed.map((kind) => `${kind}?`) : [])].join(", ");
      return [model.id, model.owned_by ?? "", makes, describeCapabilities(model.capabilities).join("; ")];
    })
    .filter((row) => {
      // Sizes are shown with ×, and searched for with x.
      const text = row.join(" ").toLowerCase().replaceAll("×", "x");
      return words.every((word) => text.includes(word.replaceAll("×", "x")));
    });
  if (rows.length === 0) return t("The service lists no such model.");
  const head = [t("Model"), t("Provider"), t("Generates"), t("Reported by the service")];
  const table = writeTable(head, rows.slice(0, mostModels));
  return rows.length > mostModels ? `${table}\n\n${t("{0} more.", rows.length - mostModels)}` : table;
}
