/** Streams in the forms of particular hosts and engines, from their documentation and public bug reports. */
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
  overflow,
  text,
  usage,
  withOdd,
} from "./engineAnswer.ts";

const safe = { hate: { filtered: false, severity: "safe" }, violence: { filtered: false, severity: "safe" } };
const counted = { text: "Hello", usage: [3, 2] as [number, number] };

export const hostAnswers: EngineAnswers = {
  "Azure's filter results": {
    pieces: [
      event({
        choices: [],
        created: 0,
        id: "",
        model: "",
        object: "",
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }],
      }),
      event(
        choice({
          delta: { role: "assistant", content: "", refusal: null },
          content_filter_results: {},
          finish_reason: null,
          logprobs: null,
        }),
      ),
      event(choice({ delta: { content: "Hello" }, content_filter_results: safe, finish_reason: null })),
      event({
        choices: [
          {
            index: 0,
            finish_reason: null,
            content_filter_results: safe,
            content_filter_offsets: { check_offset: 0, start_offset: 0, end_offset: 5 },
          },
        ],
      }),
      event(
        choice({
          delta: {},
          finish_reason: "stop",
          content_filter_results: { error: { code: "content_filter_error", message: "not filtered" } },
        }),
      ),
      usage({ prompt_tokens: 3, completion_tokens: 2 }),
      done,
    ],
    expected: counted,
  },
  "Azure's filter in the middle": {
    pieces: [
      text("Hello"),
      event(
        choice({ delta: {}, finish_reason: "content_filter", content_filter_results: { violence: { filtered: true, severity: "high" } } }),
      ),
      done,
    ],
    expected: { status: "incomplete", reason: "content_filter", text: "Hello" },
  },
  "Gemini's usage and thoughts": {
    pieces: [
      event({
        ...choice({ delta: { role: "assistant", content: "<thought>They greet.", extra_content: { google: { thought: true } } } }),
        usage: { completion_tokens: 0, prompt_tokens: 3, total_tokens: 9 },
      }),
      event({ ...choice({ delta: { content: "</thought>Hello" } }), usage: { completion_tokens: 2, prompt_tokens: 3, total_tokens: 11 } }),
      finish("stop"),
      done,
    ],
    // The total includes the thoughts, which are output too.
    expected: { text: "Hello", reasoning: "They greet.", usage: [3, 8] },
  },
  "Gemini's call without an index, and with finish reason stop": {
    pieces: [
      call(named("get_weather", '{"city":"Oslo"}', { id: "", type: "function", extra_content: { google: { thought_signature: "c2ln" } } })),
      finish("stop"),
      done,
    ],
    expected: { calls: [["get_weather", '{"city":"Oslo"}', "completed"]] },
  },
  "Mistral's parts": ofThought([
    delta({ role: "assistant", content: "" }),
    delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "They " }], closed: false }] }),
    delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "greet." }], closed: true }] }),
    delta({
      content: [
        { type: "text", text: "Hel" },
        { type: "reference", reference_ids: [1] },
      ],
    }),
    text("lo"),
  ]),
  "Mistral's call with the id null": ofCalls([call(named("get_weather", '{"city":"Oslo"}', { id: "null", index: 0 }))]),
  "Mistral's calls with the id null": ofCalls(
    [call(named("get_weather", '{"city":"Oslo"}', { id: "null" }), named("get_time", "{}", { id: "null" }))],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_time", "{}", "completed"],
    ],
  ),
  "DeepSeek's reasoning with content null": ofThought([
    ": keep-alive\n\n",
    delta({ role: "assistant", content: null, reasoning_content: "" }),
    delta({ content: null, reasoning_content: "They greet." }),
    delta({ content: "Hello", reasoning_content: null }),
  ]),
  "Groq's usage": {
    pieces: [
      event({ ...choice({ delta: { role: "assistant", content: "" } }), x_groq: { id: "req" } }),
      text("Hello"),
      event({ ...choice({ delta: {}, finish_reason: "stop" }), x_groq: { id: "req", usage: { prompt_tokens: 3, completion_tokens: 2 } } }),
      done,
    ],
    expected: counted,
  },
  "Groq's error beside a choice": {
    pieces: [
      text("Hello"),
      event({ ...choice({ delta: {}, finish_reason: "stop" }), x_groq: { id: "req", error: "The server is over capacity" } }),
      done,
    ],
    expected: failed(/over capacity/, "Hello"),
  },
  "Groq's failed call": {
    pieces: [
      `event: error\n${event({ error: { message: "Failed to call a function", type: "invalid_request_error", code: "tool_use_failed", failed_generation: "<x>" } })}`,
    ],
    expected: failed(/Failed to call a function/),
  },
  "Perplexity's message beside each delta": {
    pieces: ["Hel", "lo"]
      .map((part, index) =>
        event({
          ...choice({ delta: { content: part }, message: { role: "assistant", content: index === 0 ? "Hel" : "Hello" } }),
          citations: ["https://example.org"],
        }),
      )
      .concat(
        event({
          ...choice({ delta: { content: "" }, message: { content: "Hello" }, finish_reason: "stop" }),
          usage: { prompt_tokens: 3, completion_tokens: 2, cost: { total_cost: 0.1 } },
        }),
      ),
    expected: counted,
  },
  "Cohere's finish reason": { pieces: [text("Hello"), finish("COMPLETE"), done], expected: hello },
  "a ping as data": withOdd(event({ type: "ping" })),
  "llama.cpp's progress and timings": {
    pieces: [
      event(choice({ delta: { role: "assistant", content: null } })),
      event({ ...choice({ delta: {} }), prompt_progress: { total: 3, cache: 0, processed: 3, time_ms: 1 } }),
      text("Hello"),
      event({ ...choice({ delta: {}, finish_reason: "stop" }), timings: { cache_n: 1, prompt_n: 2, predicted_n: 2 } }),
      done,
    ],
    expected: counted,
  },
  "llama.cpp's older error": {
    pieces: [`error: ${json({ code: 400, message: overflow, type: "x" })}\n\n`],
    expected: failed(/context size/),
  },
  "Ollama's error after text": {
    pieces: [text("Hello"), `${json({ error: "llama runner process has terminated" })}\n`],
    expected: failed(/runner process/, "Hello"),
  },
  "LM Studio's crash": {
    pieces: [
      text("Hello"),
      `event: error\n${event({ error: { message: "The model has crashed" }, message: "The model has crashed" })}`,
      done,
    ],
    expected: failed(/crashed/, "Hello"),
  },
  "vLLM's call with nulls": ofCalls([
    call({ id: "chatcmpl-tool-1", type: "function", index: 0, function: { name: "get_weather" } }),
    call({ id: null, type: null, index: 0, function: { name: null, arguments: '{"city":' } }),
    call({ index: 0, function: { name: "", arguments: '"Oslo"}' } }),
  ]),
  "the finish reason tool_calls without a call": { pieces: [text("Hello"), finish("tool_calls"), done], expected: hello },
  "a call whose name is in pieces": ofCalls([
    call({ index: 0, id: "a", function: { name: "get_", arguments: "" } }),
    call({ index: 0, function: { name: "wea" } }),
    call({ index: 0, function: { name: "ther", arguments: '{"city":"Oslo"}' } }),
  ]),
  "a call whose name grows": ofCalls([
    call({ index: 0, id: "a", function: { name: "get_" } }),
    call({ index: 0, id: "a", function: { name: "get_weather" } }),
    call({ index: 0, id: "a", function: { arguments: '{"city":"Oslo"}' } }),
  ]),
  "two calls with the index null": ofCalls(
    [
      call(named("get_weather", '{"city":', { index: null, id: "a" })),
      call(named(null as never, '"Oslo"}', { index: null, id: null })),
      call(named("get_time", "{}", { index: null, id: "b" })),
    ],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_time", "{}", "completed"],
    ],
  ),
  "arguments as a JSON text of a JSON text": ofCalls([call(named("get_weather", json('{"city":"Oslo"}'), { index: 0, id: "a" }))]),
  "arguments null, then as an object": ofCalls([
    call(named("get_weather", null, { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: { city: "Oslo" } } }),
  ]),
  ...Object.fromEntries(
    [
      { promptTokens: 3, completionTokens: 2 },
      { inputTokens: 3, outputTokens: 2 },
      { promptTokenCount: 3, candidatesTokenCount: 2 },
      { prompt_tokens: 3, total_tokens: 5 },
      { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: null } },
      { prompt_tokens: -1, input_tokens: 3, completion_tokens: 2 },
    ].map((counts) => [`the usage ${json(counts)}`, { pieces: [text("Hello"), finish("stop"), usage(counts), done], expected: counted }]),
  ),
  ...Object.fromEntries(
    [
      "Stop",
      "stop_token",
      "FINISH_REASON_STOP",
      "tool-calls",
      "eos_token",
      "end",
      "length_limit",
      "max-tokens",
      "FINISH_REASON_MAX_TOKENS",
    ].map((reason) => [
      `the finish reason ${reason}`,
      {
        pieces: [text("Hello"), finish(reason), done],
        expected: /max|length/i.test(reason) ? { text: "Hello", status: "incomplete" as const, reason: "max_output_tokens" } : hello,
      },
    ]),
  ),
  "a space before data": withOdd(` data: ${json(choice({ delta: {} }))}\n\n`),
  "data with a space before its text": {
    pieces: [text("Hel"), ` data: ${json(choice({ delta: { content: "lo" } }))}\n\n`, finish("stop"), done],
    expected: hello,
  },
  "data in capitals": {
    pieces: [text("Hel"), `Data: ${json(choice({ delta: { content: "lo" } }))}\n\n`, finish("stop"), done],
    expected: hello,
  },
  "two values in a line": {
    pieces: [`data: ${json(choice({ delta: { content: "Hel" } }))}${json(choice({ delta: { content: "lo" } }))}\n\n`, finish("stop"), done],
    expected: hello,
  },
  "two events without a line end": {
    pieces: [
      `data: ${json(choice({ delta: { content: "Hel" } }))}data: ${json(choice({ delta: { content: "lo" } }))}\n\n`,
      finish("stop"),
      done,
    ],
    expected: hello,
  },
  "data twice": { pieces: [`data: ${text("Hello")}`, finish("stop"), done], expected: hello },
  "[DONE] without data": { pieces: [text("Hello"), "[DONE]\n\n"], expected: hello },
  "[done] in small letters": { pieces: [text("Hello"), "data: [done]\n\n"], expected: hello },
  "an event named done without data": { pieces: [text("Hello"), "event: done\n\n"], expected: hello },
  "an event named done with an empty object": { pieces: [text("Hello"), "event: done\ndata: {}\n\n"], expected: hello },
  "an event named done with the last chunk": { pieces: [text("Hel"), `event: done\n${text("lo")}`], expected: hello },
  "an event named done": { pieces: [text("Hello"), "event: done\ndata: [DONE]\n\n"], expected: hello },
  "NaN in a chunk": {
    pieces: ['data: {"choices":[{"index":0,"delta":{"content":"Hello"},"logprobs":NaN}]}\n\n', finish("stop"), done],
    expected: hello,
  },
  "a NUL in a text": { pieces: [text("Hel\0lo"), finish("stop"), done], expected: { text: "Hel\0lo" } },
  "a raw line feed in a text": {
    pieces: ['data: {"choices":[{"index":0,"delta":{"content":"a\tb"}}]}\n\n', finish("stop"), done],
    expected: { text: "a\tb" },
  },
};
