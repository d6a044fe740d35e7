/** Errors, function calls and thoughts in forms that users have reported of engines and of proxies before them. */
import {
  call,
  choice,
  delta,
  done,
  type EngineAnswers,
  event,
  failed,
  finish,
  hello,
  json,
  named,
  ofCalls,
  ofThought,
  onlyError,
  overflow,
  text,
} from "./engineAnswer.ts";

const [oslo, bergen] = ['{"city":"Oslo"}', '{"city":"Bergen"}'];

const errors: EngineAnswers = {
  "an error with a numeric code as a text": onlyError(event({ error: { message: overflow, code: "400", type: null } })),
  "an error with only a code and metadata": {
    pieces: [event({ error: { code: 502, metadata: { provider_name: "x", raw: "upstream is down" } } })],
    expected: failed(/upstream is down/),
  },
  "an error named in a text with JSON": onlyError(`data: error: ${json({ message: overflow })}\n\n`),
  "an error as a data line of text": onlyError(`data: Error: ${overflow}\n\n`),
  "an error field without a colon": onlyError(`error: ${json({ code: 400, message: overflow })}\n\n`),
  "an error in a message": onlyError(event(choice({ message: { role: "assistant", content: null, error: { message: overflow } } }))),
  "an error in a delta": onlyError(event(choice({ delta: { error: { message: overflow } } }))),
  "an error in a list of errors in a chunk": onlyError(event({ ...choice({}), choices: [], errors: [overflow] })),
  "an exception with status 200": onlyError(json({ exception: "ValueError", detail: overflow, status_code: 400 }), "application/json"),
  "success false": onlyError(json({ success: false, message: overflow }), "application/json"),
  "Cloudflare's errors with status 200": onlyError(
    json({ success: false, errors: [{ code: 1, message: overflow }], result: null }),
    "application/json",
  ),
  "an error code and its words": onlyError(json({ error_code: 336003, error_msg: overflow }), "application/json"),
  "MiniMax's error with status 200": onlyError(json({ base_resp: { status_code: 1013, status_msg: overflow } }), "application/json"),
  "an error after the finish reason error": {
    pieces: [text("Hello"), finish("error"), event({ error: { message: "out of memory" } }), done],
    expected: failed(/out of memory/, "Hello"),
  },
  "MiniMax's success": {
    pieces: [event({ ...choice({ delta: { content: "Hello" } }), base_resp: { status_code: 0, status_msg: "" } }), finish("stop"), done],
    expected: hello,
  },
  "an error after the finish reason": {
    pieces: [text("Hello"), finish("stop"), event({ error: { message: "cannot count" } }), done],
    expected: hello,
  },
  "an empty body as JSON": { pieces: [], type: "application/json", expected: failed(/local/) },
  "an empty object as JSON": { pieces: ["{}"], type: "application/json", expected: failed(/local/) },
  "a page in the middle of a stream": {
    pieces: [text("Hello"), "<html><head><title>504 Gateway Time-out</title></head><body></body></html>"],
    expected: failed(/504 Gateway Time-out/, "Hello"),
  },
  "a page after white space with a stream's type": {
    pieces: ["\n\n<!doctype html>\n<html lang=en>\n<title>Sign in</title>\n</html>"],
    expected: failed(/Sign in/),
  },
  "an XML error": {
    pieces: [`<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>${overflow}</Message></Error>`],
    type: "application/xml",
    expected: failed(/exceeds the available/),
  },
};

const calls: EngineAnswers = {
  "a call with the index repeated in each piece as a text": ofCalls([
    call(named("get_weather", '{"city":', { index: "0", id: "a" })),
    call({ index: "0", function: { arguments: '"Oslo"}' } }),
  ]),
  "a call with name null after the first piece": ofCalls([
    call(named("get_weather", "", { index: 0, id: "a", type: "function" })),
    call({ index: 0, id: null, type: null, function: { name: null, arguments: oslo } }),
  ]),
  "a call with name and id empty after the first piece": ofCalls([
    call(named("get_weather", '{"city":', { index: 0, id: "a" })),
    call({ index: 0, id: "", function: { name: "", arguments: '"Oslo"}' } }),
  ]),
  "interleaved pieces with ids only": ofCalls(
    [
      call(named("get_weather", '{"city":', { id: "a" })),
      call(named("get_weather", '{"city":', { id: "b" })),
      call({ id: "a", function: { arguments: '"Oslo"}' } }),
      call({ id: "b", function: { arguments: '"Bergen"}' } }),
    ],
    [
      ["get_weather", oslo, "completed"],
      ["get_weather", bergen, "completed"],
    ],
  ),
  "interleaved pieces with names in each": ofCalls(
    [
      call(named("get_weather", '{"city":', { index: 0, id: "a" })),
      call(named("get_time", '{"zone":', { index: 1, id: "b" })),
      call(named("get_weather", '"Oslo"}', { index: 0, id: "a" })),
      call(named("get_time", '"CET"}', { index: 1, id: "b" })),
    ],
    [
      ["get_weather", oslo, "completed"],
      ["get_time", '{"zone":"CET"}', "completed"],
    ],
  ),
  "calls whose indexes begin with 1": ofCalls(
    [call(named("get_weather", oslo, { index: 1, id: "a" })), call(named("get_weather", bergen, { index: 2, id: "b" }))],
    [
      ["get_weather", oslo, "completed"],
      ["get_weather", bergen, "completed"],
    ],
  ),
  "a call whose index grows with each piece": ofCalls([
    call(named("get_weather", '{"city":', { index: 0, id: "a" })),
    call({ index: 1, id: "a", function: { arguments: '"Oslo"}' } }),
  ]),
  "one whole call in each of two chunks, without index and id": ofCalls(
    [call(named("get_weather", oslo)), call(named("get_weather", bergen))],
    [
      ["get_weather", oslo, "completed"],
      ["get_weather", bergen, "completed"],
    ],
  ),
  "calls as an object by index": ofCalls([delta({ tool_calls: { 0: named("get_weather", oslo, { id: "a" }) } })]),
  "a call in the finish chunk": {
    pieces: [delta({ tool_calls: [named("get_weather", oslo, { index: 0, id: "a" })] }, { finish_reason: "tool_calls" }), done],
    expected: { calls: [["get_weather", oslo, "completed"]] },
  },
  "the calls again in a whole message": {
    pieces: [
      call(named("get_weather", oslo, { index: 0, id: "a" })),
      event(choice({ message: { content: null, tool_calls: [named("get_weather", oslo, { id: "a" })] }, finish_reason: "tool_calls" })),
      done,
    ],
    expected: { calls: [["get_weather", oslo, "completed"]] },
  },
  "a call after text": {
    pieces: [text("Hello"), call(named("get_weather", oslo, { index: 0, id: "a" })), finish("tool_calls"), done],
    expected: { text: "Hello", calls: [["get_weather", oslo, "completed"]] },
  },
  "a call with a prefix in its name": ofCalls([call(named("functions.get_weather", oslo, { index: 0, id: "functions.get_weather:0" }))]),
  "a call with a prefix, a number and a mark in its name": ofCalls(
    [
      call(named("functions.get_weather:0", oslo, { index: 0, id: "a" })),
      call(named("default_api.get_weather", oslo, { index: 1, id: "b" })),
      call(named("get_weather<|channel|>commentary", bergen, { index: 2, id: "c" })),
      call(named("tools.other", "{}", { index: 3, id: "d" })),
    ],
    [
      ["get_weather", oslo, "completed"],
      ["get_weather", oslo, "completed"],
      ["get_weather", bergen, "completed"],
      ["tools.other", "{}", "completed"],
    ],
  ),
  "a call with parallel arguments as a list": ofCalls(
    [call(named("get_weather", [{ city: "Oslo" }], { index: 0, id: "a" }))],
    [["get_weather", '[{"city":"Oslo"}]', "completed"]],
  ),
  "a call with white space around its arguments": ofCalls(
    [call(named("get_weather", `\n${oslo}\n`, { index: 0, id: "a" }))],
    [["get_weather", `\n${oslo}\n`, "completed"]],
  ),
};

const thoughts: EngineAnswers = {
  "OpenRouter's details beside reasoning": ofThought([
    delta({ reasoning: "They greet.", reasoning_details: [{ type: "reasoning.text", text: "They greet.", index: 0 }], content: "" }),
    text("Hello"),
  ]),
  "OpenRouter's encrypted details": ofThought(
    [delta({ reasoning_details: [{ type: "reasoning.encrypted", data: "AAAA" }], content: "" }), text("Hello")],
    hello,
  ),
  "reasoning as an object": ofThought([delta({ reasoning: { content: "They greet." } }), text("Hello")]),
  "reasoning null in each chunk": ofThought(
    [delta({ reasoning_content: null, content: "Hel" }), delta({ reasoning_content: null, content: "lo" })],
    hello,
  ),
  "reasoning and text in one chunk": ofThought([delta({ reasoning_content: "They greet.", content: "Hello" })]),
  "reasoning repeated in the last chunk": ofThought([
    delta({ reasoning_content: "They greet." }),
    text("Hello"),
    event(choice({ message: { reasoning_content: "They greet.", content: "Hello" } })),
  ]),
};

export const reportedCalls: EngineAnswers = { ...errors, ...calls, ...thoughts };
