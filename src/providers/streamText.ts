import {
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type LanguageModelV4ToolChoice,
  type LanguageModelV4ToolResultOutput,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import type { InputFile } from "../contract/generationRequest.ts";
import { present } from "../contract/present.ts";
import { tryParseJson } from "../contract/tryParseJson.ts";
import { reportWarnings, withCall } from "./callContext.ts";
import type { TextCall } from "./calls.ts";
import type { AnsweredFile } from "./fileContent.ts";
import { languageModelOf } from "./languageModelOf.ts";
import type { Dialect, Provider, ProviderModel } from "./provider.ts";
import { ProviderError, readProviderError } from "./providerError.ts";
import { withoutRefusedThoughts } from "./refusedThoughts.ts";
import { type DialogueItem, type FunctionTool, filesOf, type ParameterError, type TextRequest, type ToolChoice } from "./request.ts";
import { samplingFieldsOf } from "./sampling.ts";
import { writtenCallIds } from "./writtenCallIds.ts";

/** Converts a dialect's error to the error of a call that sent nothing. */
export function parameterError({ param, message }: ParameterError): ProviderError {
  return new ProviderError({ code: "invalid_request", param, message, acceptance: "refused" });
}

export interface TextStreamOptions {
  provider: Provider;
  model: ProviderModel;
  request: TextRequest;
  /** Functions of our own, in addition to the request's. */
  ownFunctions: readonly FunctionTool[];
  signal: AbortSignal;
  /** Receives large files, by the names that the parts have in their place. */
  files?: Map<string, AnsweredFile>;
}

/** Sends a text request. Resolves with a stream of the model's parts. */
export async function streamText({
  provider,
  model,
  request,
  ownFunctions,
  signal,
  files,
}: TextStreamOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const call = provider.dialect.text(model, request);
  if ("param" in call) throw parameterError(call);
  const languageModel = languageModelOf(await provider.load(), model.id);
  const supportedUrls = await languageModel.supportedUrls;
  const isLink = (file: InputFile) => file.link !== undefined && isSupported(supportedUrls, file.mediaType, file.link);
  const functions = [...request.functions, ...ownFunctions];
  const write = (forms: FileForms, sent: TextRequest, takesStrict = true) => {
    const tools = [...call.tools, ...functions.map((tool) => functionTool(takesStrict ? tool : { ...tool, strict: undefined }))];
    return withCall({ sampling: samplingFieldsOf(request), ...(files ? { textFiles: files } : {}) }, async () =>
      languageModel.doStream({
        prompt: writePrompt(forms, sent),
        ...(tools.length > 0 ? { tools } : {}),
        ...(request.functions.length > 0 ? { toolChoice: toolChoice(request.toolChoice) } : {}),
        ...present({
          reasoning: sent.effort,
          maxOutputTokens: request.maxOutputTokens,
          temperature: request.temperature,
          topP: request.topP,
          seed: request.seed,
          responseFormat: request.format,
        }),
        ...(call.includesRawChunks ? { includeRawChunks: true } : {}),
        providerOptions: call.providerOptions,
        abortSignal: signal,
      }),
    );
  };
  // Packages refuse what their provider has only at other addresses, before they send anything.
  const send = (forms: FileForms, sent: TextRequest) =>
    write(forms, sent).catch((thrown: unknown) => {
      if (UnsupportedFunctionalityError.isInstance(thrown) && /\bstrict\b/i.test(thrown.functionality)) return write(forms, sent, false);
      throw thrown;
    });
  const { fileForm, takesFilesInOutputs } = provider.dialect;
  let forms: FileForms = { fileForm, takesFilesInOutputs, isLink };
  let sent = request;
  // Each refusal takes something away, so that this ends.
  for (;;) {
    try {
      return (await send(forms, sent)).stream;
    } catch (thrown) {
      const { code, acceptance, message } = readProviderError(provider, request, thrown);
      if (code !== "invalid_request" || acceptance !== "refused" || signal.aborted) throw thrown;
      const corrected = withoutRefusedThoughts(sent, message);
      if (corrected) {
        reportWarnings(provider, request, [{ type: "other", message: corrected.what }]);
        sent = corrected.request;
      } else if (filesOf(request).some(forms.isLink)) {
        // Some servers refuse the provider's download, although this service could load the file.
        forms = { ...forms, isLink: () => false };
      } else throw thrown;
    }
  }
}

/** Whether the service draws when the model calls a function for it. */
export function drawsByFunction(provider: Provider, model: ProviderModel, request: TextRequest): boolean {
  const call: TextCall | ParameterError = provider.dialect.text(model, request);
  return request.imageTool !== undefined && !("param" in call) && call.drawsByFunction;
}

/** Whether the provider has a tool that draws with another model than the one that writes. */
export function drawsByTool(provider: Provider, model: ProviderModel, request: TextRequest): boolean {
  const call: TextCall | ParameterError = provider.dialect.text(model, request);
  return !("param" in call) && call.tools.some(({ name }) => name === "image_generation");
}

/** @param supported Patterns of addresses by media type, which may end with `*`. */
function isSupported(supported: Record<string, RegExp[]>, mediaType: string, link: string): boolean {
  return Object.entries(supported).some(([type, patterns]) => {
    const isOfType = type === "*" || type === "*/*" || (type.endsWith("/*") ? mediaType.startsWith(type.slice(0, -1)) : type === mediaType);
    return isOfType && patterns.some((pattern) => pattern.test(link));
  });
}

function functionTool(tool: FunctionTool): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name: tool.name,
    inputSchema: tool.parameters,
    ...present({ description: tool.description, strict: tool.strict }),
  };
}

function toolChoice(choice: ToolChoice): LanguageModelV4ToolChoice {
  return choice.type === "function" ? { type: "tool", toolName: choice.name } : { type: choice.type };
}

/**
 * Consecutive items of one role are combined into one message, because some providers require alternating roles. Texts without words are
 * left out, because Anthropic refuses a request with one: clients send them with files alone.
 */
function writePrompt(forms: FileForms, request: TextRequest): LanguageModelV4Prompt {
  const { instructions = "" } = request;
  const prompt: LanguageModelV4Prompt = hasWords(instructions) ? [{ role: "system", content: instructions }] : [];
  const calls = {
    names: new Map(request.dialogue.flatMap((item) => (item.type === "function_call" ? [[item.callId, item.name] as const] : []))),
    ids: writtenCallIds(request.dialogue),
  };
  /** Files of outputs that follow in a message. All outputs of an answer's calls must come first. */
  const following: InputFile[] = [];
  const addFiles = () => {
    const files = following.splice(0);
    if (files.length > 0)
      addToUser(prompt, [{ type: "text", text: "Files of the function outputs:" }, ...files.map((file) => writeFile(file, forms))]);
  };
  for (const item of request.dialogue) {
    if (item.type !== "function_call_output") addFiles();
    else if (!forms.takesFilesInOutputs) following.push(...(item.files ?? []));
    addItem(prompt, item, calls, forms);
  }
  addFiles();
  return prompt;
}

type CallOutput = Extract<DialogueItem, { type: "function_call_output" }>;

const hasWords = (text: string) => text.trim() !== "";

/** By the ids of calls in the request. */
interface Calls {
  names: ReadonlyMap<string, string>;
  ids: ReadonlyMap<string, string>;
}

function addItem(prompt: LanguageModelV4Prompt, item: DialogueItem, { names, ids }: Calls, forms: FileForms): void {
  const last = prompt.at(-1);
  switch (item.type) {
    case "message": {
      const content = item.content
        .map((part) => (part.type === "text" ? { type: "text" as const, text: part.text } : writeFile(part.file, forms)))
        .filter((part) => part.type !== "text" || hasWords(part.text))
        .map((part) => (item.metadata ? { ...part, providerOptions: item.metadata } : part));
      if (content.length === 0) return;
      if (last?.role === item.role) last.content.push(...content);
      else prompt.push({ role: item.role, content });
      return;
    }
    case "function_call": {
      const { callId, name: toolName, metadata } = item;
      addToAssistant(prompt, {
        type: "tool-call",
        toolCallId: ids.get(callId) ?? callId,
        toolName,
        input: readArguments(item.arguments),
        ...(metadata ? { providerOptions: metadata } : {}),
      });
      return;
    }
    case "thought":
      addToAssistant(prompt, { type: "reasoning", text: item.text, providerOptions: item.metadata });
      return;
    case "function_call_output": {
      const toolName = names.get(item.callId) ?? "unknown";
      const part = {
        type: "tool-result" as const,
        toolCallId: ids.get(item.callId) ?? item.callId,
        toolName,
        output: writeOutput(item, forms),
      };
      if (last?.role === "tool") last.content.push(part);
      else prompt.push({ role: "tool", content: [part] });
    }
  }
}

function writeOutput({ output, files = [] }: CallOutput, forms: FileForms): LanguageModelV4ToolResultOutput {
  if (files.length === 0 || !forms.takesFilesInOutputs) return { type: "text", value: output };
  const text = hasWords(output) ? [{ type: "text" as const, text: output }] : [];
  return { type: "content", value: [...text, ...files.map((file) => writeFile(file, forms))] };
}

type UserPart = Extract<LanguageModelV4Prompt[number], { role: "user" }>["content"][number];

function addToUser(prompt: LanguageModelV4Prompt, parts: UserPart[]): void {
  const last = prompt.at(-1);
  if (last?.role === "user") last.content.push(...parts);
  else prompt.push({ role: "user", content: parts });
}

type AssistantPart = Extract<LanguageModelV4Prompt[number], { role: "assistant" }>["content"][number];

function addToAssistant(prompt: LanguageModelV4Prompt, part: AssistantPart): void {
  const last = prompt.at(-1);
  if (last?.role === "assistant") last.content.push(part);
  else prompt.push({ role: "assistant", content: [part] });
}

/** How the files of a request are written. */
interface FileForms extends Pick<Dialect, "fileForm" | "takesFilesInOutputs"> {
  /** Whether the provider loads the file itself. */
  isLink(file: InputFile): boolean;
}

/** The service has loaded the files: every provider accepts bytes. */
function writeFile(file: InputFile, { fileForm, isLink }: FileForms) {
  if (fileForm(file) === "text") {
    const text = new TextDecoder().decode(file.bytes);
    return { type: "text" as const, text: file.name === undefined ? text : `${file.name}:\n\n${text}` };
  }
  return {
    type: "file" as const,
    mediaType: file.mediaType,
    data: isLink(file) ? { type: "url" as const, url: new URL(file.link ?? "") } : { type: "data" as const, data: file.bytes },
    ...present({ filename: file.name }),
  };
}

/** Engines refuse a dialogue with arguments that are not JSON. Those of a call that failed are sent as the AI SDK does, in an object. */
function readArguments(text: string): unknown {
  return tryParseJson(text.trim() === "" ? "{}" : text) ?? { rawInvalidInput: text };
}
