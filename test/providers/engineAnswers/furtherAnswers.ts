/** More forms that users have reported of Ollama, llama.cpp, vLLM, LM Studio, LocalAI, TabbyAPI, LiteLLM, Together, Gemini, Cohere and xAI. */
import {
  call,
  choice,
  delta,
  done,
  type EngineAnswer,
  type EngineAnswers,
  event,
  finish,
  hello,
  json,
  named,
  ofCalls,
  ofThought,
  onlyError,
  overflow,
  text,
  usage,
  weather,
  withOdd,
} from "./engineAnswer.ts";

const oslo = '{"city":"Oslo"}';
const counted = { text: "Hello", usage: [3, 2] as [number, number] };
const counts = { prompt_tokens: 3, completion_tokens: 2 };
const lines = (...values: unknown[]): string[] => values.map((value) => `${json(value)}\n`);

const chunks: EngineAnswers = {
  "Together's text beside a delta": {
    pieces: [
      event({
        choices: [
          {
            index: 0,
            text: "Hel",
            logprobs: null,
            finish_reason: null,
            delta: { token_id: 1, role: "assistant", content: "Hel", tool_calls: null },
          },
        ],
      }),
      event({ choices: [{ index: 0, text: "lo", finish_reason: "stop", seed: 7, delta: { token_id: 2, content: "lo" } }], usage: counts }),
      done,
    ],
    expected: counted,
  },
  "xAI's usage before a last chunk without choices": {
    pieces: [
      text("Hello"),
      event({ ...choice({ delta: {}, finish_reason: "stop" }), usage: counts }),
      event({ ...choice({}), choices: [] }),
      done,
    ],
    expected: counted,
  },
  "content as one part": { pieces: [delta({ content: { type: "text", text: "Hello" } }), finish("stop"), done], expected: hello },
  "content as a part with its text in content": {
    pieces: [delta({ content: [{ type: "text", content: "Hello" }] }), finish("stop"), done],
    expected: hello,
  },
  "Azure's filter error beside a prompt": withOdd(
    event({
      choices: [],
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: { error: { code: "content_filter_error", message: "x" } } }],
    }),
  ),
  "Azure's asynchronous filter": withOdd(
    event({
      choices: [
        {
          index: 0,
          finish_reason: null,
          content_filter_offsets: { check_offset: 1 },
          content_filter_result: { hate: { filtered: false } },
        },
      ],
    }),
  ),
  "vLLM's prompt log probabilities": withOdd(
    event({ ...choice({ delta: {}, token_ids: [1], stop_reason: null }), prompt_logprobs: [null], kv_transfer_params: null }),
  ),
  "llama.cpp's verbose object": withOdd(event({ ...choice({ delta: {} }), __verbose: { content: "no", stop: true, error: null } })),
  "LM Studio's statistics": withOdd(event({ ...choice({ delta: {} }), stats: {}, system_fingerprint: null })),
  "an event of progress": withOdd(`event: prompt_processing.progress\n${event({ type: "prompt_processing.progress", progress: 0.5 })}`),
  "an event of a model that is loaded": withOdd(`event: model_load.start\n${event({ type: "model_load.start", model_instance_id: "m" })}`),
  "a notice of a proxy in words": withOdd(event({ status: "loading", message: "Model is being loaded" })),
  "a trace of a gateway": withOdd(event({ trace_id: "t", message: "", code: 0 })),
  "hidden characters before the data": withOdd("\u200b\n\n"),
  "a chunk with Infinity": withOdd('data: {"choices":[{"index":0,"delta":{},"logprobs":{"x":-Infinity}}]}\n\n'),
  "an answer without text": { pieces: [delta({ role: "assistant", content: "" }), finish("stop"), done], expected: { text: "" } },
  "only a thought at the limit": {
    pieces: [delta({ reasoning_content: "They greet." }), finish("length"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", reasoning: "They greet." },
  },
  "a finish reason beside a role": {
    pieces: [delta({ role: "assistant" }, { finish_reason: "stop" }), delta({ content: "Hello" }, { finish_reason: "stop" }), done],
    expected: hello,
  },
  "the finish reason beside choices": {
    pieces: [text("Hello"), event({ choices: [{ index: 0, delta: {} }], finish_reason: "length" }), done],
    expected: { ...hello, status: "incomplete", reason: "max_output_tokens" },
  },
  ...Object.fromEntries(
    ["STOP_SEQUENCE", "eos-token", "end_of_sequence", "stop_criteria", "TOOL_CALLS", "FunctionCall", "endOfText", "eot"].map((reason) => [
      `the finish reason ${reason}`,
      { pieces: [text("Hello"), finish(reason), done], expected: hello } satisfies EngineAnswer,
    ]),
  ),
  ...Object.fromEntries(
    ["context_length_exceeded", "max_completion_tokens", "token_limit_reached", "TOKEN_LIMIT", "out_of_tokens"].map((reason) => [
      `the finish reason ${reason}`,
      {
        pieces: [text("Hello"), finish(reason), done],
        expected: { ...hello, status: "incomplete", reason: "max_output_tokens" },
      } satisfies EngineAnswer,
    ]),
  ),
};

const calls: EngineAnswers = {
  "a call with brackets after its name": ofCalls([call(named("get_weather()", oslo, { index: 0, id: "a" }))]),
  "a call with the index -1": ofCalls([
    call(named("get_weather", '{"city":', { index: -1, id: "a" })),
    call({ index: -1, function: { arguments: '"Oslo"}' } }),
  ]),
  "a call with a byte order mark": ofCalls([call(named("get_weather", `\uFEFF${oslo}`, { index: 0, id: "a" }))]),
  "a call with the type custom and arguments": ofCalls([
    call({ index: 0, id: "a", type: "custom", function: { name: "get_weather", arguments: oslo } }),
  ]),
  "a call whose arguments come before its id": ofCalls([
    call({ index: 0, function: { name: "get_weather" } }),
    call({ index: 0, function: { arguments: '{"city":' } }),
    call({ index: 0, id: "a", function: { arguments: '"Oslo"}' } }),
  ]),
  "a call beside its text": {
    pieces: [delta({ content: "Hello", tool_calls: [named("get_weather", oslo, { index: 0, id: "a" })] }), finish("tool_calls"), done],
    expected: { ...weather, ...hello },
  },
  "text after a call": {
    pieces: [call(named("get_weather", oslo, { index: 0, id: "a" })), text("Hello"), finish("stop"), done],
    expected: { ...weather, ...hello },
  },
  "a text between two calls": {
    pieces: [
      call(named("get_weather", oslo, { index: 0, id: "a" })),
      text("Hello"),
      call(named("get_time", "{}", { index: 1, id: "b" })),
      finish("tool_calls"),
      done,
    ],
    expected: {
      ...hello,
      calls: [
        ["get_weather", oslo, "completed"],
        ["get_time", "{}", "completed"],
      ],
    },
  },
  "a call in an object of calls by their ids": ofCalls([delta({ tool_calls: { a: named("get_weather", oslo) } })]),
  "arguments that are true": ofCalls([call(named("get_weather", true, { index: 0, id: "a" }))], [["get_weather", "true", "completed"]]),
  "arguments as a list of pairs": {
    pieces: [call(named("get_weather", '["Oslo"]', { index: 0, id: "a" })), finish("tool_calls"), done],
    expected: { calls: [["get_weather", '["Oslo"]', "completed"]] },
  },
  "arguments with a comment after them": ofCalls([call(named("get_weather", `${oslo}<|im_end|>\n`, { index: 0, id: "a" }))]),
  "a call cut off in a character": {
    pieces: [
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\\"city\\":\\"\\ud83d"}}]}}]}\n\n',
      finish("length"),
      done,
    ],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", '{"city":"\uFFFD', "incomplete"]] },
  },
  "a call cut off in an escape": {
    pieces: [call(named("get_weather", '{"city":"Os\\', { index: 0, id: "a" })), finish("length"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", '{"city":"Os\\', "incomplete"]] },
  },
  "a call cut off after a value": {
    pieces: [call(named("get_weather", '{"city":"Oslo"', { index: 0, id: "a" })), finish("stop"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", '{"city":"Oslo"', "incomplete"]] },
  },
  "a call cut off by an abort": {
    pieces: [call(named("get_weather", '{"city":"Os', { index: 0, id: "a" })), finish("abort"), done],
    expected: { status: "incomplete", reason: "abort", calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
  "a call cut off by a filter": {
    pieces: [call(named("get_weather", '{"city":"Os', { index: 0, id: "a" })), finish("content_filter"), done],
    expected: { status: "incomplete", reason: "content_filter", calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
};

const thoughts: EngineAnswers = {
  "a thought in its field and again in tags": ofThought([
    delta({ reasoning_content: "They greet." }),
    text("<think>They greet.</think>Hello"),
  ]),
  "a thought in its field and again in tags, in pieces": ofThought([
    delta({ reasoning_content: "They " }),
    delta({ reasoning_content: "greet." }),
    ...["<think>", "They ", "greet.", "</think>", "Hello"].map(text),
  ]),
  "reasoning_content as a part": ofThought([delta({ reasoning_content: { type: "text", text: "They greet." } }), text("Hello")]),
  "Qwen's thinking_content": ofThought([delta({ thinking_content: "They greet." }), text("Hello")]),
  "<reflection> in a text": {
    pieces: [text("<reflection>a</reflection>Hello"), finish("stop"), done],
    expected: { text: "<reflection>a</reflection>Hello" },
  },
  "Mistral's tags in its parts": ofThought([delta({ content: [{ type: "text", text: "[THINK]They greet.[/THINK]" }] }), text("Hello")]),
  "a closing tag after a thought in details": ofThought([
    delta({ reasoning_details: [{ type: "thinking", thinking: "They greet." }] }),
    text("</think>\nHello"),
  ]),
};

const errors: EngineAnswers = Object.fromEntries(
  [
    { error: { message: overflow, trace: "Traceback (most recent call last)" } },
    { error: { type: "invalid_request_error", message: { detail: overflow } } },
    { errors: { max_tokens: [overflow] } },
    { error: { code: "context_length_exceeded", innererror: { message: overflow } } },
    { error: [{ loc: ["body"], msg: overflow, type: "value_error" }] },
    { message: overflow, status: "error" },
    { type: "error", message: overflow, sequence_number: 1 },
    { event: "error", data: overflow },
    { type: "exception", message: overflow },
    { object: "error", message: { error: overflow }, code: 400 },
    { error: { status_code: 400, body: json({ message: overflow }) } },
  ].map((body) => [`the error ${json(body)}`, onlyError(event(body))]),
);

const framings: EngineAnswers = {
  "a stream that begins with an empty event": { pieces: ["data: \n\n", text("Hello"), finish("stop"), done], expected: hello },
  "the end as an event of its own name": { pieces: [text("Hello"), finish("stop"), "event: [DONE]\ndata: \n\n"], expected: hello },
  "[DONE] with a full stop": { pieces: [text("Hello"), finish("stop"), "data: [DONE].\n\n"], expected: hello },
  "an end in an object": { pieces: [text("Hello"), event({ done: true })], expected: hello },
  "JSON lines without a last line end": {
    pieces: [
      ...lines({ choices: [{ delta: { content: "Hel" } }] }),
      json({ choices: [{ delta: { content: "lo" }, finish_reason: "stop" }] }),
    ],
    expected: hello,
  },
  "record separators before lines of JSON": {
    pieces: [
      `\u001e${json({ choices: [{ delta: { content: "Hello" } }] })}\n`,
      `\u001e${json({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n`,
    ],
    expected: hello,
  },
  "a retry and the same text": { pieces: ["retry: 100\n\n", text("Hello"), "retry: 100\n\n", finish("stop"), done], expected: hello },
  "usage in a comment": { pieces: [text("Hello"), finish("stop"), `: ${json({ usage: counts })}\n\n`, done], expected: hello },
  "usage after [DONE] in the same packet": { pieces: [text("Hello"), finish("stop"), done + usage(counts)], expected: hello },
};

export const furtherAnswers: EngineAnswers = { ...chunks, ...calls, ...thoughts, ...errors, ...framings };
