/** Forms that users have reported of Ollama, llama.cpp, vLLM, LM Studio, OpenRouter, Azure, Gemini and Mistral, and of proxies before them. */
import {
  call,
  choice,
  delta,
  done,
  type EngineAnswers,
  event,
  finish,
  hello,
  json,
  named,
  ofCalls,
  ofThought,
  text,
  usage,
  withOdd,
} from "./engineAnswer.ts";

const bytes = (...pieces: string[]) => new TextEncoder().encode(pieces.join(""));
const other = (content: string) => event({ ...choice({}), choices: [{ index: 1, delta: { content }, finish_reason: null }] });

const framings: EngineAnswers = {
  "keep-alives as comments with text and without a space": withOdd(":keep-alive\n\n:\n\n: ping - 2026-01-01 00:00:00\n\n"),
  "a comment between the lines of an event": {
    pieces: ["event: message\n: waiting\n", text("Hello"), finish("stop"), done],
    expected: hello,
  },
  "white space inside JSON as a keep-alive": {
    pieces: [`  \n\n \n${json({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] })}`],
    type: "application/json",
    expected: hello,
  },
  "white space and lines before the first event": { pieces: ["\n\n  \n", text("Hello"), finish("stop"), done], expected: hello },
  "a line feed in the middle of JSON as a keep-alive": {
    pieces: ['{"choices":[{"message":{"content":"Hel', 'lo"},', "\n\n\n", '"finish_reason":"stop"}]}'],
    type: "application/json",
    expected: hello,
  },
  "a byte order mark cut by packets": {
    pieces: [Uint8Array.of(0xef), Uint8Array.of(0xbb), bytes("\uFEFF", text("Hello"), finish("stop"), done).slice(2)],
    expected: hello,
  },
  "event and data in another order": {
    pieces: [`${text("Hello").trimEnd()}\nevent: message\n\n`, finish("stop"), done],
    expected: hello,
  },
  "no space after data, and CR only": {
    pieces: [[text("Hel"), text("lo"), finish("stop"), done].join("").replaceAll("data: ", "data:").replaceAll("\n", "\r")],
    expected: hello,
  },
  "a tab after data": { pieces: [text("Hello").replace("data: ", "data:\t"), finish("stop"), done], expected: hello },
  "multi-line data with an empty line of data": {
    pieces: [`data: {"choices":[{"delta":\ndata:\ndata: {"content":"Hello"}}]}\n\n`, finish("stop"), done],
    expected: hello,
  },
  "two objects in one line of data, with a space": {
    pieces: [
      `data: ${json(choice({ delta: { content: "Hel" } }))} ${json(choice({ delta: { content: "lo" } }))}\n\n`,
      finish("stop"),
      done,
    ],
    expected: hello,
  },
  "an object and [DONE] in one line": {
    pieces: [text("Hello"), `data: ${json(choice({ delta: {}, finish_reason: "stop" }))} [DONE]\n\n`],
    expected: hello,
  },
  "a chunk as a JSON text": {
    pieces: [`data: ${json(json(choice({ delta: { content: "Hello" } })))}\n\n`, finish("stop"), done],
    expected: hello,
  },
  "chunks in a list": {
    pieces: [`data: ${json([choice({ delta: { content: "Hel" } }), choice({ delta: { content: "lo" } })])}\n\n`, finish("stop"), done],
    expected: hello,
  },
  "a list of chunks in place of a stream": {
    pieces: [`[${json(choice({ delta: { content: "Hel" } }))}\n,\n${json(choice({ delta: { content: "lo" }, finish_reason: "stop" }))}\n]`],
    type: "application/json",
    expected: hello,
  },
  "lines of JSON": {
    pieces: [`${json(choice({ delta: { content: "Hel" } }))}\n${json(choice({ delta: { content: "lo" }, finish_reason: "stop" }))}\n`],
    type: "application/x-ndjson",
    expected: hello,
  },
  "[DONE] as a comment and as JSON": { pieces: [text("Hello"), finish("stop"), ": [DONE]\n\n", 'data: "[DONE]"\n\n'], expected: hello },
  "a done event without data": { pieces: [text("Hello"), finish("stop"), "event: done\n\n", "event: end\ndata: {}\n\n"], expected: hello },
  "a heartbeat event with JSON": withOdd(`event: heartbeat\ndata: ${json({ time: 1 })}\n\n`),
  "a keep-alive event with a text": withOdd('event: keepalive\ndata: "."\n\n'),
  "LiteLLM's empty chunk": withOdd(event({ ...choice({}), choices: [] })),
};

const surrogates: EngineAnswers = {
  "a character cut into halves by deltas": {
    pieces: ['"Gr\\ud83d"', '"\\udc26"']
      .map((content) => `data: {"choices":[{"delta":{"content":${content}}}]}\n\n`)
      .concat(finish("stop"), done),
    expected: { text: "Gr🐦" },
  },
  "a half of a character that is never completed": {
    pieces: ['data: {"choices":[{"delta":{"content":"Hello\\ud83d"}}]}\n\n', finish("stop"), done],
    expected: { text: "Hello\uFFFD" },
  },
  "a character of thinking cut into halves": ofThought(
    ['"\\ud83d"', '"\\udc26"'].map((written) => `data: {"choices":[{"delta":{"reasoning_content":${written}}}]}\n\n`).concat(text("Hello")),
    { text: "Hello", reasoning: "🐦" },
  ),
  "a character of arguments cut into halves": ofCalls(
    [
      call(named("get_weather", '{"city":"', { index: 0, id: "a" })),
      ...['"\\ud83d"', '"\\udc26\\"}"'].map(
        (written) => `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":${written}}}]}}]}\n\n`,
      ),
    ],
    [["get_weather", '{"city":"🐦"}', "completed"]],
  ),
};

const chunks: EngineAnswers = {
  "another choice beside each delta": {
    pieces: [text("Hel"), other("No"), text("lo"), other("pe"), finish("stop"), done],
    expected: hello,
  },
  "several pieces of another choice before the first one's next": {
    pieces: [text("Hel"), other("No"), other("pe"), text("lo"), finish("stop"), other("!"), done],
    expected: hello,
  },
  "an index that counts tokens, as text-generation-inference 1.4 writes it": {
    pieces: [
      ...["H", "el", "lo"].map((content, index) => event({ choices: [{ index: index + 1, delta: { role: "assistant", content } }] })),
      event({ choices: [{ index: 4, delta: { content: "" }, finish_reason: "eos_token" }] }),
    ],
    expected: hello,
  },
  "an index that only changes at the end": {
    pieces: [text("Hel"), event({ choices: [{ index: 1, delta: { content: "lo" }, finish_reason: "stop" }] }), done],
    expected: hello,
  },
  "another choice in the same chunk": {
    pieces: [
      event({
        choices: [
          { index: 1, delta: { content: "Nope" } },
          { index: 0, delta: { content: "Hello" } },
        ],
      }),
      event({ choices: [{ index: 1, delta: {}, finish_reason: "length" }] }),
      finish("stop"),
      done,
    ],
    expected: hello,
  },
  "a choice with another index": {
    pieces: [
      event({ choices: [{ index: 1, delta: { content: "Hello" } }] }),
      event({ choices: [{ index: 1, finish_reason: "stop" }] }),
      done,
    ],
    expected: hello,
  },
  "logprobs beside a delta": {
    pieces: [
      delta(
        { content: "Hello" },
        { logprobs: { content: [{ token: "Hello", logprob: -0.1, bytes: [72], top_logprobs: [] }], refusal: null } },
      ),
      finish("stop"),
      done,
    ],
    expected: hello,
  },
  "logprobs of the older form": {
    pieces: [
      delta({ content: "Hello" }, { logprobs: { tokens: ["Hello"], token_logprobs: [-Infinity], text_offset: [0] } }),
      finish("stop"),
      done,
    ],
    expected: hello,
  },
  "a delta in a list": { pieces: [event(choice({ delta: [{ content: "Hello" }] })), finish("stop"), done], expected: hello },
  "content as an object with parts": {
    pieces: [delta({ content: { parts: [{ text: "Hel" }, { text: "lo" }] } }), finish("stop"), done],
    expected: hello,
  },
  "parts of the Responses interface": {
    pieces: [delta({ content: [{ type: "output_text", text: "Hello" }] }), finish("stop"), done],
    expected: hello,
  },
  "a part with its text in an object": {
    pieces: [delta({ content: [{ type: "text", text: { value: "Hello", annotations: [] } }] }), finish("stop"), done],
    expected: hello,
  },
  "content false and null": {
    pieces: [delta({ content: false }), delta({ content: null }), text("Hello"), finish("stop"), done],
    expected: hello,
  },
  "Gemini's own interface": {
    pieces: [
      event({ candidates: [{ content: { parts: [{ text: "Hel" }], role: "model" }, index: 0 }] }),
      event({
        candidates: [{ content: { parts: [{ text: "lo" }], role: "model" }, finishReason: "STOP", index: 0 }],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
      }),
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "llama.cpp's own interface": {
    pieces: [event({ content: "Hel", stop: false }), event({ content: "lo", stop: true, tokens_predicted: 2, tokens_evaluated: 3 })],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "Ollama's text interface": {
    pieces: [
      `${json({ model: "m", response: "Hel", done: false })}\n`,
      `${json({ model: "m", response: "lo", done: true, done_reason: "stop" })}\n`,
    ],
    type: "application/x-ndjson",
    expected: hello,
  },
};

const ends: EngineAnswers = {
  "the finish reason in a later chunk than the usage": {
    pieces: [text("Hello"), usage({ prompt_tokens: 3, completion_tokens: 2 }), finish("length"), done],
    expected: { text: "Hello", usage: [3, 2], status: "incomplete", reason: "max_output_tokens" },
  },
  "the finish reason after an empty one, in a chunk without a delta": {
    pieces: [text("Hello"), event(choice({ finish_reason: "stop" })), done],
    expected: hello,
  },
  "a finish reason before the last text": { pieces: [text("Hel"), finish("stop"), text("lo"), done], expected: hello },
  "the finish reason null, then a real one": {
    pieces: [delta({ content: "Hello" }, { finish_reason: "null" }), finish("length"), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "another finish reason after stop": {
    pieces: [text("Hello"), finish("stop"), finish("length"), done],
    expected: { text: "Hello" },
  },
  "a finish reason as an object": {
    pieces: [text("Hello"), finish({ type: "length" }), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "Gemini's number as a finish reason": { pieces: [text("Hello"), finish(1), done], expected: hello },
  "usage only in the chunk after [DONE]": {
    pieces: [text("Hello"), finish("stop"), done, usage({ prompt_tokens: 3, completion_tokens: 2 })],
    expected: hello,
  },
  "usage as numbers with thousands in texts": {
    pieces: [text("Hello"), finish("stop"), usage({ prompt_tokens: "3.0", completion_tokens: " 2 " }), done],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage in a list": {
    pieces: [text("Hello"), finish("stop"), usage([{ prompt_tokens: 3, completion_tokens: 2 }]), done],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage of negative counts": {
    pieces: [text("Hello"), finish("stop"), usage({ prompt_tokens: -1, completion_tokens: -1 }), done],
    expected: hello,
  },
  "usage in the message's last chunk as metrics": {
    pieces: [
      text("Hello"),
      event({ ...choice({ delta: {}, finish_reason: "stop" }), usage: { prompt_tokens: 3, completion_tokens: 2, queue_time: 0.1 } }),
      done,
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
};

export const reportedAnswers: EngineAnswers = { ...framings, ...surrogates, ...chunks, ...ends };
