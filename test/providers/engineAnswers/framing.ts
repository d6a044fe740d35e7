/** Ways to frame a stream, and its end. */
import { choice, delta, done, type EngineAnswers, event, failed, finish, hello, json, named, text, weather } from "./engineAnswer.ts";

const umlauts = new TextEncoder().encode(`${text("Grüße 🐦")}${finish("stop")}${done}`);

export const framedAnswers: EngineAnswers = {
  "carriage returns": {
    pieces: [text("Hel"), text("lo"), finish("stop"), done].map((piece) => piece.replaceAll("\n", "\r\n")),
    expected: hello,
  },
  "lines that end with CR only": {
    pieces: [text("Hel"), text("lo"), finish("stop"), done].map((piece) => piece.replaceAll("\n", "\r")),
    expected: hello,
  },
  "CR and LF in different packets": {
    pieces: [text("Hello"), finish("stop"), done].flatMap((piece) => piece.replaceAll("\n", "\r\n").split(/(?=\n)/)),
    expected: hello,
  },
  "a byte order mark": { pieces: [`\uFEFF${text("Hello")}`, finish("stop"), done], expected: hello },
  "characters cut by packets": {
    pieces: Array.from(umlauts, (_, index) => umlauts.subarray(index, index + 1)),
    expected: { text: "Grüße 🐦" },
  },
  "no space after data": {
    pieces: [text("Hello"), finish("stop"), done].map((piece) => piece.replace("data: ", "data:")),
    expected: hello,
  },
  "JSON over several data lines": {
    pieces: [json(choice({ delta: { content: "Hello" } })).replaceAll(",", ",\n"), json(choice({ finish_reason: "stop" })), "[DONE]"].map(
      (data) => `${data.replace(/^/gm, "data: ")}\n\n`,
    ),
    expected: hello,
  },
  "one line feed between events": {
    pieces: [text("Hel"), text("lo"), finish("stop"), done].map((piece) => piece.slice(0, -1)),
    expected: hello,
  },
  "a last event without a blank line": { pieces: [text("Hello"), finish("stop").trimEnd()], expected: hello },
  "all in one packet": { pieces: [[text("Hel"), text("lo"), finish("stop"), done].join("")], expected: hello },
  "[DONE] with a space": { pieces: [text("Hello"), finish("stop"), "data: [DONE] \n\n"], expected: hello },
  "[DONE] without a blank line": { pieces: [text("Hello"), finish("stop"), "data: [DONE]"], expected: hello },
  "data after [DONE]": {
    pieces: [text("Hello"), finish("stop"), done, text(" again"), event({ error: { message: "late" } })],
    expected: hello,
  },
  "no finish reason before [DONE]": { pieces: [text("Hello"), done], expected: hello },
  "no [DONE] after the finish reason": { pieces: [text("Hello"), finish("stop")], expected: hello },
  "a break after the finish reason": { pieces: [text("Hello"), finish("stop")], end: "break", expected: hello },
  "two finish chunks": { pieces: [text("Hello"), finish("stop"), finish("stop"), done], expected: hello },
  "an empty finish reason in each chunk": {
    pieces: [delta({ content: "Hello" }, { finish_reason: "" }), finish("stop"), done],
    expected: hello,
  },
  "text in the finish chunk": { pieces: [text("Hel"), delta({ content: "lo" }, { finish_reason: "stop" }), done], expected: hello },
  "JSON in place of a stream": {
    pieces: [
      json({
        id: "c",
        choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 3, completion_tokens: 2 },
      }),
    ],
    type: "application/json",
    expected: { text: "Hello", usage: [3, 2] },
  },
  "indented JSON in place of a stream": {
    pieces: [JSON.stringify({ choices: [{ message: { content: "Hello", tool_calls: [] }, finish_reason: "stop" }] }, undefined, 2)],
    type: "application/json",
    expected: hello,
  },
  "JSON with a call in place of a stream": {
    pieces: [
      json({
        choices: [
          { message: { content: null, tool_calls: [named("get_weather", '{"city":"Oslo"}', { id: "a" })] }, finish_reason: "tool_calls" },
        ],
      }),
    ],
    type: "application/json",
    expected: weather,
  },
  "an answer that breaks off": { pieces: [text("Hello")], end: "break", expected: failed(/local/, "Hello") },
  "an answer that ends without a reason": { pieces: [text("Hello")], expected: failed(/local/, "Hello") },
  "an empty answer": { pieces: [], expected: failed(/local/) },
  "only [DONE]": { pieces: [done], expected: failed(/local/) },
};
