/** Requests an answer and yields it in pieces: a stream in v1, a task in v2. */
import { abortedError } from "../../../client/http/pause.ts";
import type { ServiceClient } from "../../../client/serviceClient.ts";
import { ServiceError } from "../../../client/serviceError.ts";
import type { InterfaceGeneration } from "../../../contract/kind.ts";
import { countCharacters, limits } from "../../../contract/limits.ts";
import { reasoningEfforts } from "../../../contract/reasoningEffort.ts";
import type { ResponseRequest } from "../../../contract/responseRequest.ts";
import { type Generation, type GenerationEnd, generateText } from "../../../tasks/generate.ts";
import type { TaskRequest } from "../../../tasks/task.ts";
import { buildTaskRequest } from "../../requests/buildTaskRequest.ts";
import { readPhrases, writePhrases } from "../../requests/phrases.ts";
import { runRequest } from "../../requests/runRequest.ts";
import { toServiceError } from "../../requests/toServiceError.ts";
import type { Choices } from "../../state.ts";
import type { Studio } from "../../studio.ts";

/** The parts of the studio that are needed to request an answer. */
export type AnswerSource = Pick<Studio, "client" | "connection" | "context" | "models" | "state" | "tasks">;

export interface TextPrompt {
  model: string;
  interface: InterfaceGeneration;
  /** Instructions for the model, 1 to 2000 characters. */
  instructions: string;
  input: string;
  /** By the names in `textOptionFields`. */
  choices: Choices;
}

export interface Answer {
  pieces: AsyncIterable<string>;
  /** Returns the whole text if it differs from the joined pieces. Throws ServiceError if the answer is incomplete. */
  finish: () => Promise<string | undefined>;
}

/** @throws ServiceError if the request exceeds a limit; then nothing was sent. */
export async function answerPieces(studio: AnswerSource, prompt: TextPrompt, signal: AbortSignal): Promise<Answer> {
  if (prompt.interface === "v2") return { pieces: taskPieces(studio, prompt, signal), finish: async () => undefined };
  return streamAnswer(await studio.client(), prompt, signal);
}

/** @internal */
export function streamAnswer(client: ServiceClient, prompt: TextPrompt, signal: AbortSignal): Answer {
  const { model, input, choices } = prompt;
  const effort = reasoningEfforts.find((one) => one === choices.effort);
  const body: ResponseRequest = {
    model,
    instructions: checkedInstructions(prompt),
    input,
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    ...(choices.web_search ? { tools: [{ type: "web_search" }] } : {}),
    stream: true,
  };
  const generation = generateText(client, body, signal);
  return { pieces: textPieces(generation), finish: async () => wholeText(await generation.end) };
}

/** Our own, followed by the user's. */
function instructionsOf({ instructions, choices }: TextPrompt): string {
  return [instructions, choices.instructions ?? ""].filter((part) => part !== "").join("\n\n");
}

/** v1 limits the field `instructions`; ours take a part of it. */
function checkedInstructions(prompt: TextPrompt): string {
  const all = instructionsOf(prompt);
  const tooMany = countCharacters(all) - limits.instructionsMaximum;
  if (tooMany <= 0) return all;
  const most = limits.instructionsMaximum - countCharacters(prompt.instructions) - 2;
  const message = `The instructions are ${tooMany} characters too long: with those of the command, at most ${most} can be sent. Nothing was sent.`;
  throw new ServiceError({ kind: "invalidRequest", param: "instructions", message });
}

/**
 * The phrases that can be sent: the service looks for them in the whole text, thus in our own instructions too, and would block every
 * request. Phrases that are only in those are left out, because what the user wrote and sends does not contain them.
 */
function stopPhrasesOf({ instructions, input, choices }: TextPrompt): string {
  const own = `${choices.instructions ?? ""}\n${input}`.toLowerCase();
  const ours = instructions.toLowerCase();
  const isMeant = (phrase: string) => !ours.includes(phrase) || own.includes(phrase);
  return writePhrases(readPhrases(choices.stop_sequences ?? "").filter((phrase) => isMeant(phrase.toLowerCase())));
}

async function* textPieces(generation: Generation): AsyncGenerator<string> {
  for await (const progress of generation) if (progress.type === "text") yield progress.text;
}

/** undefined: it has none. */
function wholeText({ outcome, text, error, id }: GenerationEnd): string | undefined {
  if (outcome === "completed") return text === "" ? undefined : text;
  if (error !== undefined) throw error;
  if (outcome === "aborted") throw abortedError({ taskId: id });
  throw new ServiceError({ kind: "badAnswer", message: `the answer is ${outcome}`, taskId: id });
}

/** A v2 answer is a task and arrives in one piece. */
async function* taskPieces(studio: Omit<AnswerSource, "client">, text: TextPrompt, signal: AbortSignal): AsyncGenerator<string> {
  const tasks = await studio.tasks();
  const { baseUrl } = await studio.connection();
  const request = buildTextRequest(text);
  const target = { folder: studio.context.globalStorageUri.fsPath, pattern: "{key}" };
  const task = await runRequest(
    { tasks, state: studio.state, models: studio.models },
    { baseUrl, request, target, origin: { type: "command" } },
    { signal },
  );
  if (task.state !== "saved") throw toServiceError(task);
  yield task.text ?? "";
}

/** @internal */
export function buildTextRequest(text: TextPrompt): TaskRequest {
  const choices = { instructions: instructionsOf(text), stop_sequences: stopPhrasesOf(text) };
  return buildTaskRequest(text.input, { kind: "text", interface: "v2", model: text.model, choices, references: [] });
}
