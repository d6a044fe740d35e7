/** The tool with which an agent of VS Code generates a file in the workspace. */

import * as vscode from "vscode";
import * as z from "zod/mini";
import { describeIssues } from "../../contract/describeIssue.ts";
import { toolOptions } from "../../contract/fields.ts";
import type { MediaKind } from "../../contract/kind.ts";
import { inEnglish } from "../../contract/translate.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { describeReason } from "../../disclosure/judge.ts";
import { findWithheld } from "../../disclosure/judgeWords.ts";
import { type Artifact, type ArtifactTarget, isLeft, isLeftRunning, type Task } from "../../generations/task.ts";
import { hasTextOnly } from "../artifacts/announceText.ts";
import { chooseTarget } from "../artifacts/chooseTarget.ts";
import type { TaskOrigin } from "../artifacts/taskOrigin.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { mention } from "../base/report.ts";
import { signalOf } from "../base/withProgress.ts";
import { askForRequests } from "../requests/budget.ts";
import { buildTaskRequest } from "../requests/buildTaskRequest.ts";
import { findModel } from "../requests/chooseModel.ts";
import { chooseRequestOptions } from "../requests/chooseRequestOptions.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import type { TaskSource } from "../requests/taskSource.ts";
import { toServiceError } from "../requests/toServiceError.ts";
import { describeBilling, describeStopped } from "../showing/billing.ts";
import { formatCost } from "../showing/formatAmount.ts";
import { toolTitles } from "../showing/kindTexts.ts";
import { toLanguageModelError } from "./toLanguageModelError.ts";

const { t } = vscode.l10n;

const inputSchema = z.looseObject({ prompt: z.string().check(z.minLength(1)), model: z.optional(z.string()) });
type ToolInput = z.infer<typeof inputSchema>;

/** Bytes. The model gets an image up to this size, and only the path of a larger one. */
const largestImage = 4_000_000;

export class MediaTool {
  readonly #runner: TaskSource;
  readonly #kind: MediaKind;
  readonly #isTrusted: () => boolean;

  constructor(runner: TaskSource, kind: MediaKind, isTrusted = () => vscode.workspace.isTrusted) {
    this.#runner = runner;
    this.#kind = kind;
    this.#isTrusted = isTrusted;
  }

  /** Each call costs money, so the user has to confirm it; VS Code remembers where it should not ask again. */
  async prepare(given: unknown): Promise<vscode.PreparedToolInvocation> {
    this.#requireTrust();
    const { prompt, model } = readInput(given);
    const used = model ?? (await findModel(this.#runner, this.#kind));
    const cost = describeBilling(used === undefined ? undefined : [used], 1);
    const message = new vscode.MarkdownString().appendText(prompt);
    if (model !== undefined) message.appendMarkdown("\n\n").appendText(t("Model: {0}", model));
    message.appendMarkdown("\n\n").appendText(cost);
    return { invocationMessage: toolTitles(this.#kind).running, confirmationMessages: { title: toolTitles(this.#kind).question, message } };
  }

  /** Rejects with a message for the model and the user. On cancellation, the task is cancelled or no longer waited for, and stays in the Tasks view. */
  async invoke(given: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    this.#requireTrust();
    const input = readInput(given);
    try {
      const options = await chooseRequestOptions(this.#runner, this.#kind, { given: this.#argumentsOf(input) });
      const target = options && (await chooseTarget(this.#kind, { text: input.prompt }));
      if (options === undefined || target === undefined) throw new vscode.CancellationError();
      const task = await this.#run(buildTaskRequest(input.prompt, options), target, token);
      if (isLeftRunning(task)) mention(describeStopped(task.model));
      if (isLeft(task)) throw new vscode.CancellationError();
      if (task.state !== "saved") throw toServiceError(task);
      return new vscode.LanguageModelToolResult(await describeResult(task));
    } catch (error) {
      throw toLanguageModelError(error);
    }
  }

  /** In a restricted workspace, files from others may have prompted the agent to generate. The manifest does not offer the tool there. */
  #requireTrust(): void {
    if (!this.#isTrusted()) throw new Error(t("Agents do not generate in Restricted Mode. Trust the workspace first."));
  }

  async #run(request: TaskRequest, target: ArtifactTarget, token: vscode.CancellationToken): Promise<Task> {
    const allowance = await askForRequests(this.#runner, [request]);
    if (allowance === undefined) throw new vscode.CancellationError();
    const { baseUrl } = await this.#runner.connection();
    const origin = { type: "tool" } satisfies TaskOrigin;
    const generations = await this.#runner.generations(allowance);
    return generations.run({ baseUrl, request, target, origin, signal: signalOf(token) });
  }

  /** Only the model and the fields of this kind: the user chooses where the file is saved. Without any field, uses the last choices. */
  #argumentsOf(input: ToolInput): GenerateArguments {
    const chosen = toolOptions(this.#kind).flatMap(({ name }) => {
      const value = input[name];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, value] as const] : [];
    });
    return {
      ...(input.model === undefined ? {} : { model: input.model }),
      ...(chosen.length === 0 ? {} : { options: Object.fromEntries(chosen) }),
    };
  }
}

/** Where VS Code no longer asks, nobody sees the words before they are sent: an agent may have read them in a file of secrets. */
function readInput(given: unknown): ToolInput {
  const read = inputSchema.safeParse(given);
  if (!read.success) throw new Error(describeIssues(read.error, inEnglish));
  const [first] = findWithheld(read.data);
  if (first === undefined) return read.data;
  throw new Error(`The argument \`${first.name}\` ${describeReason(first.reason)}, which is not sent. Write a placeholder instead.`);
}

/** For the model: the path of each file, how it was generated, what it cost, and the images themselves. */
async function describeResult(task: Task): Promise<(vscode.LanguageModelTextPart | vscode.LanguageModelDataPart)[]> {
  const lines = task.artifacts.map(
    (artifact) => `Saved ${vscode.workspace.asRelativePath(artifactUri(artifact))} (${artifact.mediaType}, ${artifact.size} bytes).`,
  );
  if (hasTextOnly(task)) lines.push(`The service answered with a text instead of a file: ${task.text}`);
  const cost = formatCost(task.cost);
  const account = new vscode.LanguageModelTextPart(
    `${lines.join("\n")}\nMade by ${task.model}.${cost === undefined ? "" : ` It cost ${cost}.`}`,
  );
  const images = await Promise.all(task.artifacts.filter(isShown).map(readImage));
  return [account, ...images.filter((image) => image !== undefined)];
}

function isShown({ mediaType, size }: Artifact): boolean {
  return mediaType.startsWith("image/") && size <= largestImage;
}

/** undefined: the file was removed. */
async function readImage(artifact: Artifact): Promise<vscode.LanguageModelDataPart | undefined> {
  return vscode.workspace.fs.readFile(artifactUri(artifact)).then(
    (bytes) => vscode.LanguageModelDataPart.image(bytes, artifact.mediaType),
    () => undefined,
  );
}
