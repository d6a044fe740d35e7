/** An instruction and a text in; the service's answer in pieces, over v1 as a stream or over v2 as a task, out. */
import type { ResponseResult, ResponseStream } from "../../../client/serviceClient.ts";
import { ServiceError } from "../../../client/serviceError.ts";
import type { InterfaceGeneration } from "../../../contract/kind.ts";
import type { ResponseObject } from "../../../contract/response.ts";
import { finishStream } from "../../finishStream.ts";
import type { Studio } from "../../studio.ts";
import { buildTaskRequest } from "../buildTaskRequest.ts";

export interface TextWish {
  model: string;
  interface: InterfaceGeneration;
  /** What the model is for, 1 to 2000 characters. */
  instructions: string;
  input: string;
}

export interface Answer {
  pieces: AsyncIterable<string>;
  /** The whole text where it is not the sum of the pieces. Throws ServiceError where the answer is not complete. */
  finish: () => Promise<string | undefined>;
}

export async function answerPieces(studio: Studio, wish: TextWish, signal: AbortSignal): Promise<Answer> {
  if (wish.interface === "v2") return { pieces: taskPieces(studio, wish, signal), finish: async () => undefined };
  const client = await studio.client();
  const { model, instructions, input } = wish;
  const stream = client.streamResponse({ model, instructions, input, stream: true }, { signal });
  return { pieces: streamPieces(stream), finish: async () => textOfResult(await finishStream(client, stream, signal)) };
}

async function* streamPieces(stream: ResponseStream): AsyncGenerator<string> {
  for await (const event of stream) if (event.type === "response.output_text.delta") yield event.delta;
}

function textOfResult({ outcome, error, response, id }: ResponseResult): string | undefined {
  switch (outcome) {
    case "completed":
      return textOf(response);
    case "aborted":
      throw new ServiceError({ kind: "aborted", message: "cancelled" });
    case "incomplete":
    case "failed":
    case "refused":
    case "truncated":
      throw (
        error ?? new ServiceError({ kind: "badAnswer", message: `the answer is ${outcome}`, ...(id === undefined ? {} : { taskId: id }) })
      );
  }
}

/** The text of every message of a Response; undefined: it holds none. */
function textOf(response: ResponseObject | undefined): string | undefined {
  const parts = (response?.output ?? []).flatMap((item) => (item.type === "message" ? (item.content ?? []) : []));
  const text = parts.map((part) => (part.type === "output_text" ? (part.text ?? "") : "")).join("");
  return text === "" ? undefined : text;
}

/** v2 has no field for instructions: they come first in the text. Its answer arrives in one piece, and is a task. */
async function* taskPieces(studio: Studio, wish: TextWish, signal: AbortSignal): AsyncGenerator<string> {
  const tasks = await studio.tasks();
  const { baseUrl } = await studio.connection();
  const prompt = `${wish.instructions}\n\n${wish.input}`;
  const request = buildTaskRequest(prompt, { kind: "text", interface: "v2", model: wish.model, choices: {}, references: [] });
  const target = { folder: studio.context.globalStorageUri.fsPath, pattern: "{key}" };
  const submitted = await tasks.submit({ baseUrl, request, target, signal });
  const stop = () => tasks.stop(submitted.key);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const task = await tasks.settled(submitted.key, signal);
    if (task.state === "saved") yield task.text ?? "";
    else throw failureOf(task.error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function failureOf(failure: { kind: ServiceError["kind"]; message: string } | undefined): ServiceError {
  return new ServiceError(failure ?? { kind: "aborted", message: "the task is not followed any more" });
}
