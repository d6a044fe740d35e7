/** Requests an answer and yields it in pieces: a stream in v1, a task in v2. */

import { requireComplete } from "../../../client/responses/requireComplete.ts";
import { ServiceError } from "../../../client/serviceError.ts";
import type { InterfaceVersion } from "../../../contract/kind.ts";
import { countCharacters, limits } from "../../../contract/limits.ts";
import { reasoningEfforts } from "../../../contract/reasoningEffort.ts";
import type { ResponseRequest } from "../../../contract/responseRequest.ts";
import { t, writeNumber } from "../../../contract/translate.ts";
import type { TaskRequest, TextWireRequest } from "../../../contract/wireRequest.ts";
import type { Allowance } from "../../../generations/allowance.ts";
import type { Generation } from "../../../generations/generation.ts";
import type { Task } from "../../../generations/task.ts";
import { createTextReader } from "../../../output/textReader.ts";
import type { TaskOrigin } from "../../artifacts/taskOrigin.ts";
import type { Choices } from "../../base/state.ts";
import { buildTaskRequest } from "../../requests/buildTaskRequest.ts";
import { readPhrases, writePhrases } from "../../requests/phrases.ts";
import { toServiceError } from "../../requests/toServiceError.ts";
import type { Studio } from "../../service/studio.ts";
import type { TextOrigin } from "./textOrigin.ts";

/** The parts of the studio that are needed to request an answer. */
export type AnswerStudio = Pick<Studio, "client" | "connection" | "context" | "generations" | "models" | "state" | "tasks">;

export interface TextPrompt {
  model: string;
  interface: InterfaceVersion;
  /** Instructions for the model, 1 to 2000 characters. */
  instructions: string;
  input: string;
  /** By the names in `textOptionFields`. */
  choices: Choices;
}

export interface AnswerPieces {
  pieces: AsyncIterable<string>;
  /** Returns the whole text if it differs from the joined pieces. Throws ServiceError if the answer is incomplete. */
  finish: () => Promise<string | undefined>;
}

/** An answer that the next window offers if this one ends before `end`. */
export interface KeptAnswer extends AnswerPieces {
  /** Call it when the text is in its place, or is not wanted. Never rejects. */
  end: () => Promise<void>;
}

/** @throws ServiceError if the request exceeds a limit; then nothing was sent. */
export async function answerPieces(
  studio: AnswerStudio,
  prompt: TextPrompt,
  allowance: Allowance,
  signal: AbortSignal,
  origin: Omit<TextOrigin, "type">,
): Promise<KeptAnswer> {
  // It is a task, which has its own record.
  if (prompt.interface === "v2") return taskAnswer(studio, prompt, allowance, signal);
  const request = buildStreamedText(prompt);
  const [{ baseUrl }, generations] = await Promise.all([studio.connection(), studio.generations(allowance)]);
  const recorded: TextOrigin = { type: "text", ...origin };
  const onUnrecorded = (error: unknown) => void import("./reportUnrecorded.ts").then(({ reportUnrecorded }) => reportUnrecorded(error));
  const generation = await generations.start(request, { baseUrl, signal, origin: recorded, onUnrecorded });
  // While a window ends, the journal is closed, so that the text stays in it.
  const end = () =>
    studio
      .tasks()
      .then(
        ({ answers }) => answers.end(generation.key),
        () => undefined,
      )
      .catch(() => undefined);
  return { ...readAnswer(generation), end };
}

/** Throws ServiceError if the request exceeds a limit. @internal */
export function buildStreamedText(prompt: TextPrompt): TextWireRequest {
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
  return { interface: "v1", kind: "text", body };
}

/** @internal */
export function readAnswer(generation: Generation): AnswerPieces {
  const finish = async () => {
    const end = await generation.end;
    requireComplete(end);
    return end.text === "" ? undefined : end.text;
  };
  return { pieces: textPieces(generation), finish };
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
  const message = t(
    "The instructions are {0} characters too long: with those of the command, at most {1} can be sent. Nothing was sent.",
    writeNumber(tooMany),
    writeNumber(most),
  );
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
  const readText = createTextReader();
  for await (const changes of generation) {
    const pieces = changes.map(readText).map((piece) => (piece?.kind === "text" ? piece.text : ""));
    const text = pieces.join("");
    if (text !== "") yield text;
  }
}

/** A v2 answer is a task and arrives in one piece. */
function taskAnswer(studio: AnswerStudio, text: TextPrompt, allowance: Allowance, signal: AbortSignal): KeptAnswer {
  let ended: Task | undefined;
  async function* pieces(): AsyncGenerator<string> {
    const { baseUrl } = await studio.connection();
    const request = buildTextRequest(text);
    const target = { folder: studio.context.globalStorageUri.fsPath, pattern: "{key}" };
    const generations = await studio.generations(allowance);
    ended = await generations.run({ baseUrl, request, target, origin: { type: "command" } satisfies TaskOrigin, signal });
    if (ended.state !== "saved") throw toServiceError(ended);
    yield ended.text ?? "";
  }
  const finish = async () => {
    // The part that arrived stays, as that of a stream.
    if (ended?.error !== undefined) throw toServiceError(ended);
    return undefined;
  };
  return { pieces: pieces(), finish, end: async () => undefined };
}

export function buildTextRequest(text: TextPrompt): TaskRequest {
  const choices = { instructions: instructionsOf(text), stop_sequences: stopPhrasesOf(text) };
  return buildTaskRequest(text.input, { kind: "text", interface: "v2", model: text.model, choices, references: [] });
}
