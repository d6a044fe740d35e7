/** What an agent of VS Code wants generated in; a confirmed task, its file in the workspace and an account of it out. */
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { ServiceError } from "../../client/serviceError.ts";
import type { MediaKind } from "../../contract/kind.ts";
import type { Artifact, Task } from "../../tasks/task.ts";
import { describeError } from "../describeError.ts";
import { awaitMark } from "../generate/awaitedTasks.ts";
import { buildTaskRequest } from "../generate/buildTaskRequest.ts";
import { chooseTarget } from "../generate/chooseTarget.ts";
import { type ChosenWish, chooseWish } from "../generate/chooseWish.ts";
import { deliverArtifacts } from "../generate/delivery.ts";
import { learnFromFailure, learnFromSuccess } from "../generate/learn.ts";
import { optionFields } from "../generate/optionFields.ts";
import { originOf } from "../generate/origin.ts";
import type { ChosenTarget, GenerateArguments } from "../generate/wish.ts";
import type { Studio } from "../studio.ts";

const inputSchema = z.looseObject({ prompt: z.string().check(z.minLength(1)), model: z.optional(z.string()) });
type ToolInput = z.infer<typeof inputSchema>;

/** Bytes; the model is shown a picture up to this size, of a larger one it is told the place. */
const largestPicture = 4_000_000;

export class MediaTool {
  readonly #studio: Studio;
  readonly #kind: MediaKind;

  constructor(studio: Studio, kind: MediaKind) {
    this.#studio = studio;
    this.#kind = kind;
  }

  /** Every call costs money, so that a person agrees to it; VS Code remembers where it shall not ask again. */
  async prepare(given: unknown): Promise<vscode.PreparedToolInvocation> {
    const { l10n } = vscode;
    const { prompt, model } = readInput(given);
    const { isBuiltIn } = await this.#studio.connection();
    const cost = isBuiltIn
      ? l10n.t("The built-in demo service makes it; nothing is billed.")
      : l10n.t("Each task is billed by the service.");
    const message = new vscode.MarkdownString().appendText(prompt);
    if (model !== undefined) message.appendMarkdown("\n\n").appendText(l10n.t("Model: {0}", model));
    message.appendMarkdown("\n\n").appendText(cost);
    return { invocationMessage: this.#title("running"), confirmationMessages: { title: this.#title("question"), message } };
  }

  /** Rejects with a sentence, for the model and the person. Cancelled: the task is followed no more, and stays in the Tasks view. */
  async invoke(given: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const input = readInput(given);
    try {
      const wish = await chooseWish(this.#studio, this.#kind, { given: this.#argumentsOf(input) });
      const target = wish && (await chooseTarget(this.#studio, this.#kind, { text: input.prompt }));
      if (wish === undefined || target === undefined) throw new vscode.CancellationError();
      const task = await this.#run(input.prompt, wish, target, token);
      return new vscode.LanguageModelToolResult(await describeResult(task, await deliverArtifacts(task)));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw error.kind === "aborted" ? new vscode.CancellationError() : new Error(describeError(error, vscode.l10n.t).sentence);
    }
  }

  async #run(prompt: string, wish: ChosenWish, target: ChosenTarget, token: vscode.CancellationToken): Promise<Task> {
    const tasks = await this.#studio.tasks();
    const { baseUrl } = await this.#studio.connection();
    const { mark, release } = awaitMark();
    const controller = new AbortController();
    let key: string | undefined;
    const stop = () => (key === undefined ? controller.abort() : tasks.stop(key));
    const listener = token.onCancellationRequested(stop);
    try {
      const submitted = await tasks.submit({
        baseUrl,
        request: buildTaskRequest(prompt, wish),
        target,
        origin: originOf({ text: prompt }, mark, target.destination),
        signal: controller.signal,
      });
      key = submitted.key;
      if (token.isCancellationRequested) stop();
      const task = await tasks.settled(key);
      if (task.state === "stopped") throw new vscode.CancellationError();
      if (task.state !== "saved") throw failureOf(task);
      await learnFromSuccess(this.#studio, task);
      return task;
    } catch (error) {
      if (error instanceof ServiceError) await learnFromFailure(this.#studio, wish, error);
      throw error;
    } finally {
      listener.dispose();
      release();
    }
  }

  /** Only the model and the fields of this kind: where the file goes is the user's choice. Without any field, those used last. */
  #argumentsOf(input: ToolInput): GenerateArguments {
    const chosen = optionFields(this.#kind).flatMap(({ name }) => {
      const value = input[name];
      return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : [];
    });
    return {
      ...(input.model === undefined ? {} : { model: input.model }),
      ...(chosen.length === 0 ? {} : { options: Object.fromEntries(chosen) }),
    };
  }

  #title(form: "question" | "running"): string {
    const { l10n } = vscode;
    const isQuestion = form === "question";
    switch (this.#kind) {
      case "image":
        return isQuestion ? l10n.t("Generate an image?") : l10n.t("Generating an image");
      case "audio":
        return isQuestion ? l10n.t("Generate audio?") : l10n.t("Generating audio");
      case "video":
        return isQuestion ? l10n.t("Generate a video?") : l10n.t("Generating a video");
    }
  }
}

function failureOf({ error, state }: Task): ServiceError {
  const { kind, message } = error ?? { kind: "unknown", message: state };
  return new ServiceError({ kind, message, maybeAccepted: state === "maybeAccepted" });
}

function readInput(given: unknown): ToolInput {
  const read = inputSchema.safeParse(given);
  if (read.success) return read.data;
  throw new Error(z.prettifyError(read.error));
}

/** For the model: where each file is, how it was made, what it cost, and the pictures themselves. */
async function describeResult(
  task: Task,
  files: readonly vscode.Uri[],
): Promise<(vscode.LanguageModelTextPart | vscode.LanguageModelDataPart)[]> {
  const lines = files.map(
    (file, index) =>
      `Saved ${vscode.workspace.asRelativePath(file)} (${task.artifacts[index]?.mediaType}, ${task.artifacts[index]?.size} bytes).`,
  );
  const cost = task.cost?.amount === undefined ? "" : ` It cost ${task.cost.amount}.`;
  const account = new vscode.LanguageModelTextPart(`${lines.join("\n")}\nMade by ${task.model}.${cost}`);
  const pictures = await Promise.all(task.artifacts.filter(isShown).map(readPicture));
  return [account, ...pictures.filter((picture) => picture !== undefined)];
}

function isShown({ mediaType, size }: Artifact): boolean {
  return mediaType.startsWith("image/") && size <= largestPicture;
}

/** undefined: it went on to another file system. */
async function readPicture({ path, mediaType }: Artifact): Promise<vscode.LanguageModelDataPart | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes === undefined ? undefined : vscode.LanguageModelDataPart.image(bytes, mediaType);
}
