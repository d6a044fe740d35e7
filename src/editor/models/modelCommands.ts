/** Implements the commands of the Models view. */

import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import { escapeMarkdown } from "../base/escapeMarkdown.ts";
import { pickRow } from "../base/pickRow.ts";
import { mention, report, warn } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import type { AbilityEvidence } from "../base/state.ts";
import { writeModelKinds } from "../service/configuredProviders.ts";
import { rankByUse } from "../service/sortModels.ts";
import type { Ability, Studio } from "../service/studio.ts";
import { waitForModels } from "../service/waitForModels.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { showRendered } from "../showing/showRendered.ts";
import { describeRow } from "../showing/summarizeModel.ts";
import { describeRelease } from "./describeRelease.ts";

const { t } = vscode.l10n;

/** Scheme of the read-only documents that describe a model. */
export const modelScheme = "generation-studio-model";

export async function refreshModels(studio: Pick<Studio, "providers">): Promise<number | undefined> {
  try {
    return (await waitForModels(studio.providers.refresh())).length;
  } catch (error) {
    void report(error, { retry: () => refreshModels(studio) });
    return undefined;
  }
}

/** Removes a model from its engine's memory. */
export async function unloadModel(studio: Pick<Studio, "providers">, model: string): Promise<void> {
  try {
    await studio.providers.unload(model);
    mention(t("{0} is unloaded.", model));
  } catch (error) {
    const reason = errorText(error);
    void warn(t("{0} was not unloaded: {1}", model, reason), t("Try Again"), () => unloadModel(studio, model));
  }
}

/** Lets the user pick a model by name, favourites and recently used ones first; undefined: dismissed. */
export async function pickModel(studio: Studio): Promise<string | undefined> {
  const favourites = new Set(studio.state.favourites());
  const recent = new Set(kinds.flatMap((kind) => studio.state.recentModels(kind)));
  const iconOf = (id: string) => (favourites.has(id) ? "$(star-full) " : recent.has(id) ? "$(history) " : "");
  const rank = rankByUse(studio.state);
  const list = async () => {
    const models = await studio.models.list();
    return [...models]
      .sort((one, other) => rank(one.id) - rank(other.id) || one.id.localeCompare(other.id))
      .map((model) => {
        const able = kinds.filter((kind) => studio.models.ability(model.id, kind).can === "yes");
        const facts = describeRow(model);
        return {
          label: `${iconOf(model.id)}${model.id}`,
          description: [able.map((kind) => kindTexts(kind).label).join(", "), ...facts].join(" · "),
          id: model.id,
        };
      });
  };
  const picked = await pickRow(list(), {
    title: t("Find Model"),
    placeHolder: t("Search for a model"),
    matchOnDescription: true,
  });
  return picked?.id;
}

/** Asks for the kind if the model can make several. Returns the kind. */
export async function setDefaultModel(studio: Pick<Studio, "models">, model: string, given?: Kind): Promise<Kind | undefined> {
  const able = kinds.filter((kind) => studio.models.ability(model, kind).can === "yes");
  const kind = given ?? (able.length === 1 ? able[0] : await askKind(studio, model, t("Use {0} as Default for", model)));
  if (kind !== undefined) await settings.setDefaultModel(kind, model);
  return kind;
}

async function askKind(studio: Pick<Studio, "models">, model: string, title: string): Promise<Kind | undefined> {
  const items = kinds.map((kind) => {
    const ability = studio.models.ability(model, kind);
    return { label: kindTexts(kind).label, description: writeAbility(ability), value: kind };
  });
  return (await pickRow(items, { title }))?.value;
}

function writeAbility({ can, because }: Ability): string {
  return `${{ yes: t("yes"), perhaps: t("maybe"), no: t("no") }[can]} (${because})`;
}

export interface AbilityArguments {
  kind?: Kind;
  /** undefined, if an object is given, removes what is known. */
  can?: "yes" | "no";
}

/**
 * The user's statement overrides a guess from the name. For a configured provider it is written to the setting, so that the built-in
 * service uses it too.
 */
export async function setAbility(studio: Pick<Studio, "models" | "state">, model: string, given?: AbilityArguments): Promise<void> {
  const kind = given?.kind ?? (await askKind(studio, model, t("What {0} Can Generate", model)));
  if (kind === undefined) return;
  let evidence: AbilityEvidence | undefined = given?.can === "yes" ? "userSaidYes" : given?.can === "no" ? "userSaidNo" : undefined;
  if (given === undefined) {
    const answers: (vscode.QuickPickItem & { evidence: AbilityEvidence | undefined })[] = [
      { label: t("It can generate {0}", kindTexts(kind).plural), evidence: "userSaidYes" },
      { label: t("It cannot generate {0}", kindTexts(kind).plural), evidence: "userSaidNo" },
      { label: t("Reset"), description: t("guess from its name again"), evidence: undefined },
    ];
    const answer = await pickRow(answers, { title: t("What {0} Can Generate", model) });
    if (answer === undefined) return;
    evidence = answer.evidence;
  }
  const able = kinds.filter((other) => (other === kind ? evidence === "userSaidYes" : studio.models.ability(model, other).can === "yes"));
  const isWritten = (evidence === undefined || able.length > 0) && (await writeModelKinds(model, evidence && able));
  await studio.state.rememberEvidence(model, kind, isWritten ? undefined : evidence);
}

export async function showModelDetails(model: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: modelScheme, path: `/${encodeURIComponent(model)}/${t("Model")}.md` });
  await showRendered(uri);
}

/** The answer of `GET /models/<id>`, and what the model can presumably make. */
export async function writeModelDetails(studio: Pick<Studio, "models" | "client">, uri: vscode.Uri): Promise<string> {
  const id = decodeURIComponent(uri.path.split("/")[1] ?? "");
  try {
    const model = await (await studio.client()).getModel(id);
    const abilities = kinds.map((kind) => {
      const ability = studio.models.ability(id, kind);
      return `- **${kindTexts(kind).label}**: ${writeAbility(ability)}`;
    });
    const json = JSON.stringify(model, undefined, 2);
    const facts = `- **${t("Provider")}**: ${model.owned_by ?? "–"}\n- **${t("Released")}**: ${describeRelease(model.created) ?? "–"}`;
    return `# ${escapeMarkdown(id)}\n\n${facts}\n\n## ${t("What it can generate")}\n\n${abilities.join("\n")}\n\n## ${t("From the service")}\n\n\`\`\`json\n${json}\n\`\`\`\n`;
  } catch (error) {
    void report(error);
    return `# ${escapeMarkdown(id)}\n\n${t("The service did not describe this model.")}\n`;
  }
}
