/** Follows a task that was sent elsewhere, by its id, and opens its result. */
import * as vscode from "vscode";
import { type InterfaceVersion, type Kind, kinds } from "../../contract/kind.ts";
import { responseText } from "../../contract/responseText.ts";
import { makeRequest } from "../../generations/makeRequest.ts";
import { makeTaskKey } from "../../generations/taskKey.ts";
import { chooseTarget } from "../artifacts/chooseTarget.ts";
import { askSteps } from "../base/askSteps.ts";
import { isKind } from "../base/isKind.ts";
import { report } from "../base/report.ts";
import { withProgress } from "../base/withProgress.ts";
import { givenText } from "../commands/givenArguments.ts";
import type { Studio } from "../service/studio.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { openResults } from "./taskCommands.ts";

const { t } = vscode.l10n;

interface TaskToOpen {
  id: string;
  kind: Kind;
  interface: InterfaceVersion;
  folder?: string | undefined;
}

/** Asks for missing arguments. Resolves when the result is open; errors are reported. */
export async function openTaskById(studio: Pick<Studio, "connection" | "tasks">, given: unknown): Promise<void> {
  try {
    const wanted = readTask((name) => givenText(given, name)) ?? (await askTask());
    if (wanted === undefined) return;
    if (wanted.interface === "v1" && wanted.kind === "text") await openAnswer(studio, wanted.id);
    else await openTask(studio, wanted);
  } catch (error) {
    void report(error);
  }
}

async function openTask(studio: Pick<Studio, "connection" | "tasks">, { id, kind, interface: version, folder }: TaskToOpen): Promise<void> {
  const target = await chooseTarget(kind, { text: id }, folder);
  if (target === undefined) return;
  const tasks = await studio.tasks();
  const { baseUrl } = await studio.connection();
  const request = makeRequest({ interface: version, kind, model: "", prompt: id });
  const handle = await tasks.adopt(id, { baseUrl, request, target, origin: { type: "command" } });
  await vscode.commands.executeCommand("generationStudio.tasks.focus");
  const task = await handle.end();
  if (task.state === "saved") await openResults([task]);
}

/** A Response is not a task, so its text is shown in a new editor. */
async function openAnswer(studio: Pick<Studio, "connection" | "tasks">, id: string): Promise<void> {
  const [tasks, { baseUrl }] = await Promise.all([studio.tasks(), studio.connection()]);
  const { response, error } = await withProgress(t("Fetching the answer"), async (signal) => {
    const asked = { key: makeTaskKey(Date.now()), id, baseUrl, interface: "v1", kind: "text", model: "" } as const;
    const { key, end } = await tasks.fetch(asked, { signal });
    return end.finally(() => tasks.answers.end(key));
  });
  if (error) throw error;
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: responseText(response) });
  await vscode.window.showTextDocument(document);
}

function readTask(read: (name: "id" | "kind" | "interface" | "folder") => string | undefined): TaskToOpen | undefined {
  const [id, kind, version] = [read("id"), read("kind"), read("interface")];
  if (id === undefined || !isKind(kind) || (version !== "v1" && version !== "v2")) return undefined;
  return { id, kind, interface: version, folder: read("folder") };
}

async function askTask(): Promise<TaskToOpen | undefined> {
  const versions = ["v1", "v2"] as const;
  const choice = (title: string, answers: { label: string; value: string }[]) => ({ title, placeholder: "", answers: () => answers });
  const ofKinds = kinds.map((kind) => ({ label: kindTexts(kind).label, value: kind }));
  const ofVersions = versions.map((version) => ({ label: version, value: version }));
  const id = {
    title: t("Task ID"),
    placeholder: t("The ID that the service gave the task"),
    answers: () => [],
    free: (text: string) => ({ answer: { label: text, value: text, alwaysShow: true } }),
  };
  const answers = await askSteps(t("Open Task"), [id, choice(t("Kind"), ofKinds), choice(t("Interface"), ofVersions)]);
  const names = ["id", "kind", "interface"];
  return answers && readTask((name) => answers[names.indexOf(name)]);
}
