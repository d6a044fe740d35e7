/** Chunks of odd forms. */
import {
  choice,
  delta,
  done,
  type EngineAnswer,
  type EngineAnswers,
  event,
  finish,
  hello,
  json,
  text,
  usage,
  withOdd,
} from "./engineAnswer.ts";

export const chunkAnswers: EngineAnswers = {
  "a usage chunk without choices": withOdd(usage({ prompt_tokens: 3, completion_tokens: 2 }, {})),
  "choices null": withOdd(event({ choices: null })),
  "an empty object": withOdd(event({})),
  "null as a chunk": withOdd("data: null\n\n"),
  "a number as a chunk": withOdd("data: 7\n\n"),
  "an empty list as a chunk": withOdd("data: []\n\n"),
  "a ping event": withOdd('event: ping\ndata: {"type":"ping"}\n\n'),
  "a ping without JSON": withOdd("event: ping\ndata: 12:00\n\n"),
  "a comment": withOdd(": OPENROUTER PROCESSING\n\n"),
  "retry and id lines": withOdd("retry: 100\nid: 7\n\n"),
  "an event without data": withOdd("data:\n\n"),
  "text that is not JSON": withOdd("data: still working\n\n"),
  "delta null": withOdd(event(choice({ delta: null }))),
  "delta as a text": { pieces: [event(choice({ delta: "Hello" })), finish("stop"), done], expected: hello },
  "content as a list of parts": {
    pieces: [delta({ content: [{ type: "text", text: "Hel" }, { text: "l" }, "o"] }), finish("stop"), done],
    expected: hello,
  },
  "content as a number": { pieces: [text("4"), delta({ content: 2 }), finish("stop"), done], expected: { text: "42" } },
  "no index in choices": { pieces: [event({ choices: [{ delta: { content: "Hello" } }] }), finish("stop"), done], expected: hello },
  "choices as an object": { pieces: [event({ choices: { delta: { content: "Hello" } } }), finish("stop"), done], expected: hello },
  "a message in place of a delta": {
    pieces: [event(choice({ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" })), done],
    expected: hello,
  },
  "the whole message again at the end": {
    pieces: [text("Hel"), text("lo"), event(choice({ message: { content: "Hello" }, finish_reason: "stop" })), done],
    expected: hello,
  },
  "text of the older completions": { pieces: [event(choice({ text: "Hello" })), finish("stop"), done], expected: hello },
  "a chunk of Ollama's own interface": {
    pieces: [
      `${json({ model: "m", message: { role: "assistant", content: "Hel" }, done: false })}\n`,
      `${json({ model: "m", message: { role: "assistant", content: "lo" }, done: true, done_reason: "stop", prompt_eval_count: 4, eval_count: 2 })}\n`,
    ],
    expected: { text: "Hello", usage: [4, 2] },
  },
  ...Object.fromEntries(
    ["model", "ai", "tool", "", "user", null, 7].map((role) => [
      `the role ${json(role)}`,
      { pieces: [delta({ role, content: "Hello" }), finish("stop"), done], expected: hello } satisfies EngineAnswer,
    ]),
  ),
  ...Object.fromEntries(
    [
      { created: "2026-01-01T00:00:00Z" },
      { created: 1.5 },
      { created: null },
      { id: 12 },
      { id: null },
      { model: 3 },
      { object: null },
    ].map((odd) => [
      `a chunk with ${json(odd)}`,
      {
        pieces: [event({ ...choice({ delta: { content: "Hello" } }), ...odd }), finish("stop"), done],
        expected: hello,
      } satisfies EngineAnswer,
    ]),
  ),
};
