/** VS Code's question for models and its chat's messages in; the service's text models, and their answers piece by piece, out. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { ResponseResult } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import type { Model } from "../../contract/models.ts";
import type { ResponseObject } from "../../contract/response.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { responseSources, responseText } from "../../contract/responseText.ts";
import { finishStream } from "../finishStream.ts";
import { log } from "../log.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { writeSources } from "../writeSources.ts";
import { readMessages } from "./readMessages.ts";
import { toLanguageModelError } from "./toLanguageModelError.ts";

/** The catalogue tells no sizes. VS Code cuts its messages to fit these; the service refuses what is too long for a model. */
const maxInputTokens = 128_000;
const maxOutputTokens = 16_384;

/** Since VS Code 1.120 a model without it is not offered in the picker. */
interface ChatModel extends vscode.LanguageModelChatInformation {
  readonly isUserSelectable: true;
}

/** The fields of a request that another extension may set, by their names in the spec. */
const modelOptionsSchema = z.pick(responseRequestSchema, { reasoning: true, tools: true });

export class ModelProvider {
  readonly #studio: Studio;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** @param silent nothing may be asked, and the built-in service is not started for a list that nobody looks at. */
  async list(silent: boolean): Promise<ChatModel[]> {
    const { models } = this.#studio;
    try {
      const { isBuiltIn } = await this.#studio.connection();
      const known = silent && isBuiltIn ? (models.known ?? []) : await models.list();
      return known.filter(({ id }) => models.ability(id, "text").can !== "no").map((model) => describeModel(model, isBuiltIn));
    } catch (error) {
      if (silent) log.warn(`models for the editor's chat: ${error instanceof ServiceError ? error.kind : "unexpected"}`);
      else void report(error, { retry: () => models.refresh() });
      return [];
    }
  }

  /** Rejects with what VS Code's chat understands. */
  async answer(
    model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    if (token.isCancellationRequested) controller.abort();
    try {
      await this.#stream(model.id, messages, options, progress, controller.signal);
    } catch (error) {
      throw toLanguageModelError(error);
    } finally {
      listener.dispose();
    }
  }

  async #stream(
    model: string,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { modelOptions, tools, toolMode }: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    signal: AbortSignal,
  ): Promise<void> {
    if ((tools ?? []).length > 0 && toolMode === vscode.LanguageModelChatToolMode.Required)
      throw new Error(vscode.l10n.t("The models of this service cannot call the editor's tools."));
    const wished = modelOptionsSchema.safeParse(modelOptions ?? {});
    if (!wished.success)
      throw new Error(vscode.l10n.t("The model options are not what the service takes: {0}", z.prettifyError(wished.error)));
    const { reasoning, tools: serviceTools } = wished.data;
    const client = await this.#studio.client();
    const stream = client.streamResponse(
      {
        model,
        ...readMessages(messages),
        ...(reasoning === undefined ? {} : { reasoning }),
        ...(serviceTools === undefined ? {} : { tools: serviceTools }),
        stream: true,
      },
      { signal },
    );
    let written = "";
    const write = (text: string) => {
      written += text;
      if (text !== "") progress.report(new vscode.LanguageModelTextPart(text));
    };
    for await (const event of stream)
      if (event.type === "response.output_text.delta" || event.type === "response.refusal.delta") write(event.delta);
    const response = complete(await finishStream(client, stream, signal));
    const whole = responseText(response);
    if (whole.startsWith(written)) write(whole.slice(written.length));
    writeExtras(response, progress);
  }
}

function describeModel({ id, created, owned_by }: Model, isBuiltIn: boolean): ChatModel {
  const released = created === undefined ? "" : new Date(created * 1000).toISOString().slice(0, 10);
  return {
    id,
    name: isBuiltIn ? vscode.l10n.t("{0} (demo)", id) : id,
    family: id,
    version: released,
    detail: owned_by ?? "",
    tooltip: isBuiltIn
      ? vscode.l10n.t("Built-in service, not a real model")
      : [owned_by, released].filter((it) => it !== "" && it !== undefined).join(" · "),
    maxInputTokens,
    maxOutputTokens,
    // The interface shows no function tools: such models are offered for asking, not for an agent.
    capabilities: { imageInput: true, toolCalling: false },
    isUserSelectable: true,
  };
}

/** An answer that is not whole is an error, after what arrived of it. */
function complete({ outcome, error, response, id }: ResponseResult): ResponseObject | undefined {
  switch (outcome) {
    case "completed":
    case "refused":
      return response;
    case "aborted":
      throw new ServiceError({ kind: "aborted", message: "cancelled" });
    case "incomplete":
    case "failed":
    case "truncated":
      throw (
        error ?? new ServiceError({ kind: "badAnswer", message: `the answer is ${outcome}`, ...(id === undefined ? {} : { taskId: id }) })
      );
  }
}

/** Sources as links below the text; pictures as data. */
function writeExtras(response: ResponseObject | undefined, progress: vscode.Progress<vscode.LanguageModelResponsePart>): void {
  const sources = writeSources(responseSources(response));
  if (sources !== "") progress.report(new vscode.LanguageModelTextPart(sources));
  for (const item of response?.output ?? []) {
    if (item.type !== "image_generation_call" || !item.result) continue;
    const [, mimeType = "image/png", base64 = item.result] = /^data:([^;,]+)[^,]*,(.*)$/s.exec(item.result) ?? [];
    progress.report(new vscode.LanguageModelDataPart(Buffer.from(base64, "base64"), mimeType));
  }
}
