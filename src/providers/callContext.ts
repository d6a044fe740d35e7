/** What is known, wherever its request is sent and its answer received, of a call that is made for a task. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { SharedV4Warning } from "@ai-sdk/provider";
import type { Kind } from "../contract/kind.ts";
import type { AnsweredFile } from "./fileContent.ts";
import type { Provider } from "./provider.ts";
import type { GenerationRequest } from "./request.ts";
import type { SamplingField } from "./sampling.ts";

/** Counts what answers use, in the budget of the requests. An answer is never refused by it: it has been paid. */
export interface AnswerShare {
  /** Bytes that are held in memory until the task ends. */
  keep(bytes: number): void;
  /** Bytes of files that are on the disk until the task ends. */
  store(bytes: number): void;
  /** Closes the file when the task ends. */
  own(file: { close(): Promise<void> }): void;
}

/** Says what a provider leaves out or changes of a request, or could not be read of its answer. Packages may give no `warnings`. */
export type Warn = (
  provider: Pick<Provider, "name" | "redact">,
  request: GenerationRequest | undefined,
  warnings: readonly SharedV4Warning[] | undefined,
) => void;

interface CallContext {
  /** Headers for every request to the provider's own origin. Those of the package have precedence. */
  headers?: Readonly<Record<string, string>>;
  /** What the answer contains; undefined: only facts, such as a list of models. */
  kind?: Kind;
  share?: AnswerShare;
  warn?: Warn;
  /** Fields of a text that each request has to contain. */
  sampling?: readonly SamplingField[];
  /** Receives the files of the answers by the names that replace them. */
  files?: Map<string, AnsweredFile>;
  /** The same for a text. */
  textFiles?: Map<string, AnsweredFile>;
  /** Receives the links that a package wants to follow, by the names that it gets as their content. */
  links?: Map<string, string>;
}

const current = new AsyncLocalStorage<CallContext>();

/** Adds `context` to that of the caller while `call` runs. */
export function withCall<Result>(context: CallContext, call: () => Promise<Result>): Promise<Result> {
  return current.run({ ...current.getStore(), ...context }, call);
}

/** Passes warnings to whoever has asked for the call. */
export const reportWarnings: Warn = (provider, request, warnings) => current.getStore()?.warn?.(provider, request, warnings);

export function currentCall(): CallContext {
  return current.getStore() ?? {};
}
