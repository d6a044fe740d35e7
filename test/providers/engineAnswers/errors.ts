/** Errors inside an answer with status 200. */
import { choice, done, type EngineAnswers, event, failed, finish, hello, json, onlyError, overflow, text } from "./engineAnswer.ts";

export const errorAnswers: EngineAnswers = {
  "an error as data": onlyError(event({ error: { message: overflow, type: "exceed_context_size_error", code: 400 } })),
  "an error event": onlyError(`event: error\n${event({ error: { message: overflow } })}`),
  "an error event with text": onlyError(`event: error\ndata: ${overflow}\n\n`),
  "an error event with a message": onlyError(`event: error\n${event({ message: overflow })}`),
  "an error as text": onlyError(event({ error: overflow })),
  "vLLM's flat error": onlyError(event({ object: "error", message: overflow, type: "BadRequestError", param: null, code: 400 })),
  "an error with its type": onlyError(event({ type: "error", error: { type: "invalid_request_error", message: overflow } })),
  "an error without data": onlyError(`${json({ error: { message: overflow } })}\n`),
  "an indented error without data": onlyError(JSON.stringify({ error: { message: overflow } }, undefined, 2)),
  "an error in a list": onlyError(json([{ error: { code: 400, message: overflow } }])),
  "a JSON error with status 200": onlyError(json({ error: { message: overflow } }), "application/json"),
  "a flat JSON error with status 200": onlyError(json({ code: 400, message: overflow }), "application/json"),
  "a detail with status 200": onlyError(json({ detail: overflow }), "application/json"),
  "a list of details": onlyError(json({ detail: [{ loc: ["body"], msg: overflow }] }), "application/json"),
  "a list of errors": onlyError(json({ errors: [{ message: overflow }] }), "application/json"),
  "an error of OpenRouter's provider": onlyError(
    event({ error: { code: 400, message: "Provider returned error", metadata: { raw: json({ error: { message: overflow } }) } } }),
  ),
  "a text with status 200": onlyError(`Error: ${overflow}`, "text/plain"),
  "a text without the word error": onlyError(overflow, "text/plain"),
  "an error after text": {
    pieces: [text("Hello"), event({ error: { message: "the engine ran out of memory" } })],
    expected: failed(/out of memory/, "Hello"),
  },
  "OpenRouter's error in mid-stream": {
    pieces: [
      text("Hello"),
      event({
        id: "c",
        error: { code: "server_error", message: "Provider disconnected" },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      }),
      done,
    ],
    expected: failed(/Provider disconnected/, "Hello"),
  },
  "an error in a choice": {
    pieces: [text("Hello"), event(choice({ error: { code: 502, message: "Provider disconnected" } })), done],
    expected: failed(/Provider disconnected/, "Hello"),
  },
  "error null beside an answer": {
    pieces: [event({ ...choice({ delta: { content: "Hello" } }), error: null }), finish("stop"), done],
    expected: hello,
  },
  "a web page with status 200": {
    pieces: ["<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>"],
    type: "text/html",
    expected: failed(/502 Bad Gateway/),
  },
};
