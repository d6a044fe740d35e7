/** The studio and a model in; what each command of the Models view does with it out. */
import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import { report } from "../report.ts";
import { settings } from "../settings.ts";
import type { Lesson } from "../state.ts";
import type { Studio } from "../studio.ts";

/** Scheme of the read-only documents that show a model. */
export const modelScheme = "generation-studio-model";

export async function refreshModels(studio: Studio): Promise<number | undefined> {
  try {
    return (await studio.models.refresh()).length;
  } catch (error) {
    void report(error, { retry: () => refreshModels(studio) });
    return undefined;
  }
}

/** Asks for the kind where the model can make several. Returns the kind. */
export async function setDefaultModel(studio: Studio, model: string, given?: Kind): Promise<Kind | undefined> {
  const able = kinds.filter((kind) => studio.models.ability(model, kind).can === "yes");
  const kind = given ?? (able.length === 1 ? able[0] : await askKind(studio, model, vscode.l10n.t("Use {0} as Default for", model)));
  if (kind !== undefined) await settings.setDefaultModel(kind, model);
  return kind;
}

async function askKind(studio: Studio, model: string, title: string): Promise<Kind | undefined> {
  const items = kinds.map((kind) => {
    const ability = studio.models.ability(model, kind);
    const can = { yes: vscode.l10n.t("able"), perhaps: vscode.l10n.t("perhaps able"), no: vscode.l10n.t("probably not able") }[ability.can];
    return { label: kind, description: `${can}: ${ability.because}`, value: kind };
  });
  return (await vscode.window.showQuickPick(items, { title }))?.value;
}

export interface AbilityArguments {
  kind?: Kind;
  /** undefined in a given object forgets what was told and learned. */
  can?: "yes" | "no";
}

/** The user knows better than a name. */
export async function setAbility(studio: Studio, model: string, given?: AbilityArguments): Promise<void> {
  const { t } = vscode.l10n;
  const kind = given?.kind ?? (await askKind(studio, model, t("What {0} Can Make", model)));
  if (kind === undefined) return;
  let lesson: Lesson | undefined = given?.can === "yes" ? "toldYes" : given?.can === "no" ? "toldNo" : undefined;
  if (given === undefined) {
    const answers: (vscode.QuickPickItem & { lesson: Lesson | undefined })[] = [
      { label: t("It can make {0}", kind), lesson: "toldYes" },
      { label: t("It cannot make {0}", kind), lesson: "toldNo" },
      { label: t("Forget what is known"), description: t("go by its name again"), lesson: undefined },
    ];
    const answer = await vscode.window.showQuickPick(answers, { title: t("What {0} Can Make", model) });
    if (answer === undefined) return;
    lesson = answer.lesson;
  }
  await studio.state.learn(model, kind, lesson);
}

export async function showModelDetails(model: string): Promise<vscode.TextEditor> {
  const uri = vscode.Uri.from({ scheme: modelScheme, path: `/${encodeURIComponent(model)}/${vscode.l10n.t("Model")}.md` });
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

/** What `GET /models/<id>` says, and what is believed of the model. */
export async function writeModelDetails(studio: Studio, uri: vscode.Uri): Promise<string> {
  const { t } = vscode.l10n;
  const id = decodeURIComponent(uri.path.split("/")[1] ?? "");
  try {
    const model = await (await studio.client()).getModel(id);
    const released = model.created === undefined ? "–" : new Date(model.created * 1000).toLocaleDateString();
    const abilities = kinds.map((kind) => {
      const ability = studio.models.ability(id, kind);
      const can = { yes: t("able"), perhaps: t("perhaps able"), no: t("probably not able") }[ability.can];
      return `- **${kind}**: ${can} (${ability.because})`;
    });
    const json = JSON.stringify(model, undefined, 2);
    const facts = `- **${t("Provider")}**: ${model.owned_by ?? "–"}\n- **${t("Released")}**: ${released}`;
    return `# ${id}\n\n${facts}\n\n## ${t("What it can make")}\n\n${abilities.join("\n")}\n\n## ${t("From the service")}\n\n\`\`\`json\n${json}\n\`\`\`\n`;
  } catch (error) {
    void report(error);
    return `# ${id}\n\n${t("The service did not describe this model.")}\n`;
  }
}
