/** What the reader of an answer needs to know of its request. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Functions } from "./writtenCalls/callForm.ts";

export interface AnswerReaderOptions {
  /** See ThinkTags. */
  holdsText: boolean;
  /** Those of the request. */
  functions: Functions;
  /** The request asks for JSON. */
  asksJson?: boolean;
  emit(part: LanguageModelV4StreamPart): void;
  /** The engine's address, to which its links may be relative. */
  address?: string | undefined;
  /** Called for what is left out. */
  onOdd(what: string): void;
}
