/** Provides the service's text models to VS Code's chat, and streams their answers. */

import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { requireComplete } from "../../client/responses/requireComplete.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { describeIssues } from "../../contract/describeIssue.ts";
import type { FunctionCall, FunctionTool } from "../../contract/functionTools.ts";
import type { Model } from "../../contract/models.ts";
import { nameInGroup } from "../../contract/nameInGroup.ts";
import { releaseDate } from "../../contract/releaseDate.ts";
import type { ResponseObject } from "../../contract/response.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { responseSources } from "../../contract/responseText.ts";
import type { Allowance } from "../../generations/allowance.ts";
import type { OutputChange } from "../../output/outputChange.ts";
import { createReasoningReader, createTextReader } from "../../output/textReader.ts";
import { log } from "../base/log.ts";
import { report } from "../base/report.ts";
import { signalOf } from "../base/withProgress.ts";
import { askForAnswer } from "../requests/budget.ts";
import type { Studio } from "../service/studio.ts";
import { describeModel } from "../showing/describeCapabilities.ts";
import { writeSources } from "../showing/writeSources.ts";
import { readMessages } from "./readMessages.ts";
import { reportReasoning } from "./reportReasoning.ts";
import { toLanguageModelError } from "./toLanguageModelError.ts";

const { t } = vscode.l10n;

/**
 * Tokens, if the service does not report them: VS Code requires a number, and shortens its messages to fit it. The tooltip says that the
 * number is assumed. The service rejects what is too long for a model.
 */
const assumedContext = 144_384;
const longestOutput = 16_384;

/** Since VS Code 1.120, the picker does not offer a model without this field. */
interface ChatModel extends vscode.LanguageModelChatInformation {
  readonly isUserSelectable: true;
}

/** The fields of a request that another extension may set, named as in the spec. */
const modelOptionsSchema = z.pick(responseRequestSchema, { reasoning: true, tools: true });

type ProviderStudio = Pick<Studio, "connection" | "generations" | "isDemo" | "models" | "state" | "tasks">;

export class ModelProvider {
  readonly #studio: ProviderStudio;
  /** By calls in answers for which the user agreed to exceed the budget: the request with their results is part of the same answer. */
  readonly #agreed = new Map<string, Allowance>();

  constructor(studio: ProviderStudio) {
    this.#studio = studio;
  }

  /** @param silent The user must not be asked anything, and the built-in service is not started. */
  async list(silent: boolean): Promise<ChatModel[]> {
    const { models } = this.#studio;
    try {
      const { isBuiltIn } = await this.#studio.connection();
      const known = silent && isBuiltIn ? (models.known ?? []) : await models.list();
      const hidden = new Set(this.#studio.state.hiddenModels());
      return known
        .filter(({ id }) => !hidden.has(id))
        .filter(({ id }) => models.ability(id, "text").can !== "no")
        .map((model) => toChatModel(model, this.#studio.isDemo(model.id)));
    } catch (error) {
      if (silent) log.warn(`models for the editor's chat: ${error instanceof ServiceError ? error.kind : "unexpected"}`);
      else void report(error, { retry: () => models.refresh() });
      return [];
    }
  }

  /** Rejects with errors that VS Code's chat understands. */
  async answer(
    model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    try {
      await this.#stream(model, messages, options, progress, signalOf(token));
    } catch (error) {
      throw toLanguageModelError(error);
    }
  }

  async #stream(
    model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { modelOptions, tools: functions = [], toolMode }: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    signal: AbortSignal,
  ): Promise<void> {
    const callsFunctions = model.capabilities.toolCalling !== undefined && model.capabilities.toolCalling !== false;
    const isRequired = functions.length > 0 && toolMode === vscode.LanguageModelChatToolMode.Required;
    if (isRequired && !callsFunctions) throw new Error(t("{0} cannot call the editor's tools.", model.id));
    const parsed = modelOptionsSchema.safeParse(modelOptions ?? {});
    if (!parsed.success) throw new Error(t("The service does not accept these model options: {0}", describeIssues(parsed.error, t)));
    const { reasoning, tools: serviceTools = [] } = parsed.data;
    const tools = [...serviceTools, ...(callsFunctions ? functions.map(toFunctionTool) : [])];
    const allowance = await this.#requireBudget(model.id, messages);
    if (signal.aborted) return;
    const [generations, { baseUrl }] = await Promise.all([this.#studio.generations(allowance), this.#studio.connection()]);
    const seesImages = model.capabilities.imageInput === true;
    const reported = this.#studio.models.find(model.id)?.capabilities?.input;
    const body = {
      model: model.id,
      ...readMessages(messages, { callsFunctions, seesImages, refusesImages: !seesImages && reported !== undefined }),
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(tools.length === 0 ? {} : { tools }),
      ...(isRequired ? { tool_choice: "required" as const } : {}),
      stream: true as const,
    };
    const generation = await generations.start({ interface: "v1", kind: "text", body }, { baseUrl, signal });
    const readText = createTextReader();
    const readReasoning = createReasoningReader();
    const pass = (change: OutputChange) => {
      const thought = readReasoning(change);
      if (thought !== undefined) reportReasoning(thought, progress);
      const piece = readText(change);
      if (piece !== undefined) progress.report(new vscode.LanguageModelTextPart(piece.text));
      // VS Code can start the first call while the model is still writing the second.
      if (change.type === "functionCalled") {
        if (allowance.isAgreed) this.#agreed.set(change.call.call_id, allowance);
        progress.report(new vscode.LanguageModelToolCallPart(change.call.call_id, change.call.name, readArguments(change.call)));
      }
    };
    for await (const changes of generation) for (const change of changes) pass(change);
    const end = await generation.end;
    if (end.outcome !== "refused") requireComplete(end);
    writeExtras(end.response, progress);
  }

  /** Asks if the user's budget is used up. Throws if the user does not agree to exceed it. */
  async #requireBudget(model: string, messages: readonly vscode.LanguageModelChatRequestMessage[]): Promise<Allowance> {
    const results = (messages.at(-1)?.content ?? []).filter((part) => part instanceof vscode.LanguageModelToolResultPart);
    const agreed = results.map(({ callId }) => this.#agreed.get(callId)).find((one) => one !== undefined);
    const allowance = agreed ?? (await askForAnswer(this.#studio, async () => model));
    if (allowance === undefined)
      throw vscode.LanguageModelError.Blocked(
        t("Your budget is used up, so nothing was sent. The setting generationStudio.budget raises it."),
      );
    return allowance;
  }
}

function toFunctionTool({ name, description, inputSchema }: vscode.LanguageModelChatTool): FunctionTool {
  return { type: "function", name, description, parameters: inputSchema ?? { type: "object", properties: {} } };
}

function toChatModel({ id, created, owned_by, capabilities }: Model, isDemo: boolean): ChatModel {
  const context = capabilities?.context ?? assumedContext;
  const maxOutputTokens = Math.min(longestOutput, Math.floor(context / 4));
  return {
    id,
    name: isDemo ? t("{0} (made by code)", id) : nameInGroup(id, owned_by ?? ""),
    family: id,
    version: releaseDate(created)?.toISOString().slice(0, 10) ?? "",
    detail: owned_by ?? "",
    tooltip: [
      ...(isDemo ? [t("Code of the built-in service, no trained model")] : []),
      describeModel({ id, capabilities }),
      ...(capabilities?.context === undefined ? [t("Context: not known")] : []),
    ].join("\n"),
    maxInputTokens: context - maxOutputTokens,
    maxOutputTokens,
    // Do not claim capabilities that the service does not report.
    capabilities: {
      imageInput: capabilities?.input?.includes("image") ?? false,
      toolCalling: capabilities?.tools?.includes("function") ?? false,
    },
    isUserSelectable: true,
  };
}

/** Sources as links below the text; images as data. */
function writeExtras(response: ResponseObject | undefined, progress: vscode.Progress<vscode.LanguageModelResponsePart>): void {
  const sources = writeSources(responseSources(response));
  if (sources !== "") progress.report(new vscode.LanguageModelTextPart(sources));
  for (const item of response?.output ?? []) {
    if (item.type !== "image_generation_call" || !item.result) continue;
    const [, mimeType = "image/png", base64 = item.result] = /^data:([^;,]+)(?:;[^,]*)?,(.*)$/s.exec(item.result) ?? [];
    progress.report(new vscode.LanguageModelDataPart(Buffer.from(base64, "base64"), mimeType));
  }
}

/** Some models write an empty string if a function takes no arguments. */
function readArguments({ name, arguments: written }: FunctionCall): object {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(written.trim() === "" ? "{}" : written));
  } catch {
    throw new Error(t("The model called {0} with arguments that are not a JSON object.", name));
  }
}
