/** Requests an answer and yields it in pieces: a stream in v1, a task in v2. */
import { requireComplete } from "../../../client/requireComplete.ts";
import type { ResponseStream, ServiceClient } from "../../../client/serviceClient.ts";
import type { InterfaceGeneration } from "../../../contract/kind.ts";
import { reasoningEfforts } from "../../../contract/reasoningEffort.ts";
import type { ResponseObject } from "../../../contract/response.ts";
import { buildTaskRequest } from "../../requests/buildTaskRequest.ts";
import { runRequest } from "../../requests/runRequest.ts";
import { toServiceError } from "../../requests/toServiceError.ts";
import type { Choices } from "../../state.ts";
import type { Studio } from "../../studio.ts";

/** The parts of the studio that are needed to request an answer. */
export type AnswerSource = Pick<Studio, "client" | "connection" | "context" | "state" | "tasks">;

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

export async function answerPieces(studio: AnswerSource, prompt: TextPrompt, signal: AbortSignal): Promise<Answer> {
  if (prompt.interface === "v2") return { pieces: taskPieces(studio, prompt, signal), finish: async () => undefined };
  return streamAnswer(await studio.client(), prompt, signal);
}

/** @internal */
export function streamAnswer(client: ServiceClient, prompt: TextPrompt, signal: AbortSignal): Answer {
  const { model, input, choices } = prompt;
  const effort = reasoningEfforts.find((one) => one === choices.effort);
  const stream = client.streamResponse(
    {
      model,
      instructions: instructionsOf(prompt),
      input,
      ...(effort === undefined ? {} : { reasoning: { effort } }),
      ...(choices.web_search ? { tools: [{ type: "web_search" }] } : {}),
      stream: true,
    },
    { signal },
  );
  return { pieces: streamPieces(stream), finish: async () => textOf(requireComplete(await stream.end)) };
}

function instructionsOf({ instructions, choices }: TextPrompt): string {
  return [instructions, choices.instructions ?? ""].filter((part) => part !== "").join("\n\n");
}

async function* streamPieces(stream: ResponseStream): AsyncGenerator<string> {
  for await (const change of stream) if (change.type === "textAppended") yield change.text;
}

/** The text of all messages of a Response; undefined: it has none. */
function textOf(response: ResponseObject): string | undefined {
  const parts = (response.output ?? []).flatMap((item) => (item.type === "message" ? (item.content ?? []) : []));
  const text = parts.map((part) => (part.type === "output_text" ? (part.text ?? "") : "")).join("");
  return text === "" ? undefined : text;
}

/** v2 has no field for instructions, so they are put before the text. Its answer is a task and arrives in one piece. */
async function* taskPieces(studio: Omit<AnswerSource, "client">, text: TextPrompt, signal: AbortSignal): AsyncGenerator<string> {
  const tasks = await studio.tasks();
  const { baseUrl } = await studio.connection();
  const prompt = `${instructionsOf(text)}\n\n${text.input}`;
  const { model, choices } = text;
  const request = buildTaskRequest(prompt, { kind: "text", interface: "v2", model, choices, references: [] });
  const target = { folder: studio.context.globalStorageUri.fsPath, pattern: "{key}" };
  const task = await runRequest({ tasks, state: studio.state }, { baseUrl, request, target, origin: { type: "command" } }, { signal });
  if (task.state !== "saved") throw toServiceError(task);
  yield task.text ?? "";
}
