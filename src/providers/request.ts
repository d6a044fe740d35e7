/** What a model is asked to generate, in the terms of the interface, whichever endpoint received it. */
import type { JSONSchema7, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { ImageSettings, InputFile, MediaGenerationRequest } from "../contract/generationRequest.ts";
import type { ReasoningEffort } from "../contract/reasoningEffort.ts";

/** A tool that the caller runs: the model calls it, and the dialogue continues with its output. Source: the Responses format. */
export interface FunctionTool {
  name: string;
  description: string | undefined;
  /** JSON Schema of the arguments. */
  parameters: Readonly<Record<string, unknown>>;
  strict: boolean | undefined;
  /** What the caller names it, if that is not a function of this name. */
  origin?: ToolOrigin;
}

export interface ToolOrigin {
  namespace: string | undefined;
  name: string;
  /** It takes a text, which is the argument `input` of the function. */
  isCustom: boolean;
}

/** An answer in JSON, of a schema if there is one. */
export interface AnswerFormat {
  type: "json";
  schema?: JSONSchema7;
  name?: string;
  description?: string;
}

export type ToolChoice = { type: "auto" | "none" | "required" } | { type: "function"; name: string };

export type DialogueContent = { type: "text"; text: string } | { type: "file"; file: InputFile };

/** A model's reasoning before a function call, with the signature that its provider requires back. */
export interface Thought {
  text: string;
  metadata: SharedV4ProviderMetadata;
}

export type DialogueItem =
  /** `itemId`: of an answer's item that is sent back. `metadata`: what its provider has signed. */
  | {
      type: "message";
      role: "user" | "assistant";
      content: DialogueContent[];
      itemId?: string | undefined;
      metadata?: SharedV4ProviderMetadata | undefined;
    }
  /** `arguments` is JSON, as the model wrote it. */
  | {
      type: "function_call";
      callId: string;
      /** The id that the provider which receives the request has given the call. */
      providerId?: string | undefined;
      name: string;
      arguments: string;
      metadata?: SharedV4ProviderMetadata | undefined;
    }
  | ({ type: "thought" } & Thought)
  | { type: "function_call_output"; callId: string; output: string; files?: readonly InputFile[] };

/** How long an answer is, besides the default `medium`. Source: OpenAI, "Using GPT-5". */
export type Verbosity = "low" | "high";

export interface TextRequest {
  kind: "text";
  model: string;
  dialogue: DialogueItem[];
  instructions: string | undefined;
  /** Those of `instructions` that were messages of the dialogue: an answer that continues this one has them, too. */
  system?: readonly string[];
  effort: ReasoningEffort | undefined;
  webSearch: boolean;
  imageTool: ImageSettings | undefined;
  functions: FunctionTool[];
  toolChoice: ToolChoice;
  parallelToolCalls: boolean;
  maxOutputTokens: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  seed?: number | undefined;
  /** Default: as long as the model finds right. */
  verbosity?: Verbosity | undefined;
  /** Default: text. */
  format?: AnswerFormat | undefined;
}

export type GenerationRequest = TextRequest | MediaGenerationRequest;

/** A value that the model does not accept; `param` is the field's v1 wire name. */
export interface ParameterError {
  param: string;
  message: string;
}

/** The files of a dialogue, in order. */
export function filesOf(request: TextRequest): InputFile[] {
  return request.dialogue.flatMap((item) => {
    if (item.type === "function_call_output") return item.files ?? [];
    return item.type === "message" ? item.content.flatMap((part) => (part.type === "file" ? [part.file] : [])) : [];
  });
}

/** All files of a request. */
export function allFilesOf(request: GenerationRequest): InputFile[] {
  if (request.kind === "text") return filesOf(request);
  return [
    ...("references" in request ? request.references : []),
    ...Object.values(request.added ?? {}).filter((value) => typeof value === "object"),
  ];
}

/** Addresses of files, which may contain keys. */
export function linksOf(request: GenerationRequest): string[] {
  return allFilesOf(request).flatMap(({ link }) => link ?? []);
}

/** The text of a message, without its files. */
function textOf(content: readonly DialogueContent[]): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** The user's last text. */
export function lastUserText(request: GenerationRequest): string {
  if (request.kind !== "text") return "text" in request ? request.text : request.prompt;
  const last = request.dialogue.findLast((item) => item.type === "message" && item.role === "user");
  return last?.type === "message" ? textOf(last.content) : "";
}

/** All texts in a request, by the user or a model. */
export function requestTexts(request: GenerationRequest): string[] {
  if (request.kind !== "text") {
    const { negative_prompt = "", voice_instructions = "" } = request.added ?? {};
    return [lastUserText(request), negative_prompt, voice_instructions].filter((text) => text !== "");
  }
  const texts = request.dialogue.flatMap(textsOfItem);
  return request.instructions === undefined ? texts : [request.instructions, ...texts];
}

function textsOfItem(item: DialogueItem): string[] {
  switch (item.type) {
    case "message":
      return item.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    case "function_call":
      return [item.arguments];
    case "thought":
      return [item.text];
    case "function_call_output":
      return [item.output];
  }
}
