/** Forms that users have reported of gateways and newer hosts: LiteLLM, new-api, Azure, Gemini, GLM, Kimi, MiniMax, Qwen, SGLang, TGI, xAI. */
import {
  call,
  choice,
  delta,
  done,
  type EngineAnswer,
  type EngineAnswers,
  event,
  failed,
  finish,
  hello,
  json,
  named,
  ofCalls,
  ofFinish,
  ofThought,
  text,
  usage,
  withOdd,
} from "./engineAnswer.ts";

const [oslo, bergen] = ['{"city":"Oslo"}', '{"city":"Bergen"}'];
const both: [string, string, "completed"][] = [
  ["get_weather", oslo, "completed"],
  ["get_weather", bergen, "completed"],
];
const bytesOf = (written: string) => {
  const bytes = new TextEncoder().encode(written);
  return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
};
const fails = (pieces: string[], error: RegExp, type?: string): EngineAnswer => ({
  pieces,
  ...(type === undefined ? {} : { type }),
  expected: failed(error),
});
const counted = (counts: unknown, tokens: [number, number]): EngineAnswer => ({
  pieces: [text("Hello"), finish("stop"), usage(counts), done],
  expected: { text: "Hello", usage: tokens },
});

const framings: EngineAnswers = {
  "a gateway's warning as a chunk": withOdd(event({ warning: "provider_did_not_report_usage_on_stream" })),
  "a keepalive with a sequence number": withOdd(event({ type: "keepalive", sequence_number: 5 })),
  "a status in an object": withOdd(event({ id: "c", status: "processing", progress: 0.4 })),
  "the length of an HTTP chunk before an event": withOdd("1a3\r\n"),
  "NUL bytes as a keep-alive": withOdd("\0\0\0\n\n"),
  "[DONE] twice": { pieces: [text("Hello"), finish("stop"), done, done], expected: hello },
  "three line feeds between events": {
    pieces: [text("Hel"), text("lo"), finish("stop"), done].map((piece) => `${piece}\n`),
    expected: hello,
  },
  "CRLF, one byte a packet": {
    pieces: bytesOf([text("Hé"), finish("stop"), done].join("").replaceAll("\n", "\r\n")),
    expected: { text: "Hé" },
  },
  "a byte order mark and a comment": { pieces: ["\uFEFF: connected\n\n", text("Hello"), finish("stop"), done], expected: hello },
  "white space after the JSON": {
    pieces: [text("Hello"), finish("stop"), done].map((piece) => piece.replace("\n\n", " \t \n\n")),
    expected: hello,
  },
  "events as plain text": { pieces: [text("Hello"), finish("stop"), done], type: "text/plain; charset=utf-8", expected: hello },
  "events without a media type": { pieces: [text("Hello"), finish("stop"), done], type: "", expected: hello },
  "events as a download": { pieces: [text("Hello"), finish("stop"), done], type: "application/octet-stream", expected: hello },
  "a stream whose announced length is not reached after its end": {
    pieces: [text("Hello"), finish("stop"), done],
    missing: 100,
    expected: hello,
  },
  "a stream whose announced length is not reached": {
    pieces: [text("Hello")],
    missing: 100,
    expected: failed(/local/, "Hello"),
  },
};

const errors: EngineAnswers = {
  "LM Studio's error with its message twice": fails(
    [event({ error: { message: "Compute error." }, message: "Compute error." })],
    /Compute error/,
  ),
  "TGI's error with a type beside it": fails(
    [event({ error: "Input validation error: `inputs` must have less than 4096 tokens", error_type: "validation" })],
    /less than 4096 tokens/,
  ),
  "a list of texts as an error": fails([json({ error: ["Error in `inputs`: field required"] })], /field required/, "application/json"),
  "xAI's error beside a code of words": fails(
    [json({ code: "Client specified an invalid argument", error: "Argument not supported: stop" })],
    /Argument not supported/,
    "application/json",
  ),
  "Cerebras' error with a status": fails(
    [
      event({
        error: { message: "We're experiencing high traffic", type: "too_many_requests", param: "", code: "", id: "" },
        status_code: 429,
      }),
    ],
    /high traffic/,
  ),
  "DashScope's code and message": fails(
    [event({ code: "DataInspectionFailed", message: "Input data may contain inappropriate content.", request_id: "r" })],
    /inappropriate content/,
  ),
  "Zhipu's code as digits in a text": fails([event({ error: { code: "1301", message: "sensitive content" } })], /sensitive content/),
  "Bedrock's exception": fails(
    [event({ modelStreamErrorException: { message: "The model stream failed", originalStatusCode: 424 } })],
    /model stream failed/,
  ),
  "an error event with a detail": fails([`event: error\n${event({ detail: { msg: "no slot is free" } })}`], /no slot is free/),
  "an exception event": fails([`event: exception\n${event({ message: "no slot is free" })}`], /no slot is free/),
  "an error after a part of a call": {
    pieces: [
      call(named("get_weather", '{"city":"Os', { index: 0, id: "a" })),
      event({ ...choice({ delta: { content: "" }, finish_reason: "error" }), error: { code: 502, message: "Network connection lost." } }),
      done,
    ],
    expected: { status: "failed", error: /connection lost/, calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
  "KoboldCpp's failure as a reason for the end": fails([finish("error"), done], /error/),
  "Gemini's filter with its reason": ofFinish("content_filter: PROHIBITED_CONTENT", { status: "incomplete", reason: "content_filter" }),
  "Gemini's malformed call with its reason": ofFinish(
    "function_call_filter: MALFORMED_FUNCTION_CALL",
    failed(/MALFORMED_FUNCTION_CALL/, "Hello"),
  ),
};

const counts: EngineAnswers = {
  "xAI's usage, whose output tokens are without the reasoning": counted(
    { prompt_tokens: 3, completion_tokens: 2, total_tokens: 9, completion_tokens_details: { reasoning_tokens: 4 } },
    [3, 6],
  ),
  "OpenAI's usage, whose output tokens contain the reasoning": counted(
    { prompt_tokens: 3, completion_tokens: 6, total_tokens: 9, completion_tokens_details: { reasoning_tokens: 4 } },
    [3, 6],
  ),
  "usage in scientific notation": counted({ prompt_tokens: "3e0", completion_tokens: 2.0 }, [3, 2]),
  "usage with only a total": { pieces: [text("Hello"), finish("stop"), usage({ total_tokens: 5 }), done], expected: hello },
  "usage NaN": {
    pieces: [text("Hello"), finish("stop"), 'data: {"choices":[],"usage":{"prompt_tokens":NaN,"completion_tokens":2}}\n\n', done],
    expected: hello,
  },
  "usage in the finish chunk and again without choices": {
    pieces: [
      text("Hello"),
      event(choice({ delta: {}, finish_reason: "stop", usage: { prompt_tokens: 3, completion_tokens: 2 } })),
      usage({ prompt_tokens: 3, completion_tokens: 2 }),
      done,
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
};

const calls: EngineAnswers = {
  "LiteLLM's name null as a text after the first piece": ofCalls([
    call(named("get_weather", '{"city":', { index: 0, id: "a", type: "FUNCTION" })),
    call(named("null", '"Oslo"}', { index: 0, id: "", type: "FUNCTION" })),
  ]),
  "a second call without a name at the index of the first": ofCalls(
    [call(named("get_weather", "", { index: 0, id: "a" })), call(named("", oslo, { index: 0 })), call(named("", bergen, { index: 0 }))],
    both,
  ),
  "a second call without a name, in pieces": ofCalls(
    [
      call(named("get_weather", oslo, { index: 0, id: "a" })),
      call({ index: 0, function: { arguments: '{"city":' } }),
      call({ index: 0, function: { arguments: '"Bergen"}' } }),
    ],
    both,
  ),
  "two calls in one piece of arguments": ofCalls([call(named("get_weather", oslo + bergen, { index: 0, id: "a" }))], both),
  "SGLang's pieces without index, id and name": ofCalls([
    call({ id: "a", index: 0, function: { name: "get_weather", arguments: "" } }),
    call({ id: null, index: null, function: { name: null, arguments: '{"city":' } }),
    call({ id: null, index: null, function: { name: null, arguments: '"Oslo"}' } }),
  ]),
  "Gemini's signature in a piece of its own": ofCalls([
    call(named("get_weather", oslo, { id: "a", type: "function" })),
    call({ extra_content: { google: { thought_signature: "c2ln" } } }),
  ]),
  "Gemini's signature in a delta of its own": {
    pieces: [text("Hello"), delta({ extra_content: { google: { thought_signature: "c2ln" } } }), finish("stop"), done],
    expected: hello,
  },
  "empty calls beside a text": {
    pieces: [delta({ content: "Hello", tool_calls: [null, {}, { index: 0, function: {} }] }), finish("stop"), done],
    expected: hello,
  },
  "a call of the older form with its reason": {
    pieces: [delta({ function_call: { name: "get_weather", arguments: oslo } }), finish("function_call"), done],
    expected: { calls: [["get_weather", oslo, "completed"]] },
  },
  "a call with white space around its name": ofCalls([call(named(" get_weather\n", oslo, { index: 0, id: "a" }))]),
  "interleaved arguments, one character a piece": ofCalls(
    [
      call(named("get_weather", "", { index: 0, id: "a" }), named("get_weather", "", { index: 1, id: "b" })),
      ...Array.from({ length: bergen.length }, (_, at) =>
        call(...[oslo, bergen].flatMap((written, index) => (at < written.length ? [{ index, function: { arguments: written[at] } }] : []))),
      ),
    ],
    both,
  ),
  "a JSON text of a JSON text in pieces": ofCalls([
    call(named("get_weather", json(oslo).slice(0, 5), { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: json(oslo).slice(5) } }),
  ]),
  "arguments null, then an empty text": ofCalls(
    [call(named("get_time", null, { index: 0, id: "a" })), call({ index: 0, function: { arguments: "" } })],
    [["get_time", "{}", "completed"]],
  ),
  "the id only in the last piece": ofCalls([
    call(named("get_weather", '{"city":', { index: 0 })),
    call({ index: 0, id: "a", function: { arguments: '"Oslo"}' } }),
  ]),
};

/** Arguments that are not JSON, and what one meaning makes of them. */
const repairs: [written: string, repaired: string][] = [
  ['{"city":"Oslo",}', oslo],
  ['{"city":"Oslo", }', '{"city":"Oslo" }'],
  ["{'city':'Oslo'}", oslo],
  [`{'city': "It's Oslo"}`, `{"city": "It's Oslo"}`],
  ["{'city': 'Say \\'Oslo\\' or \"Rome\"'}", `{"city": "Say \\'Oslo\\' or \\"Rome\\""}`.replaceAll("\\'", "'")],
  ['{"city":"Oslo","now":True,"days":None,"list":[1,2,],}', '{"city":"Oslo","now":true,"days":null,"list":[1,2]}'],
  ['{"city":"Os\nlo\t"}', '{"city":"Os\\nlo\\t"}'],
  [`${oslo}}`, oslo],
  [`${oslo}\n}]`, oslo],
  ['{"days":12345678901234567890,}', '{"days":12345678901234567890}'],
];
const unclear = [
  'get_weather(city="Oslo")',
  '{"path":"C:\\Users",}',
  '{"city":Oslo}',
  '{"days":NaN}',
  "{city:'Oslo'}",
  '{"city":"Oslo"} and {"city":"Bergen"}',
];

const malformed: EngineAnswers = {
  ...Object.fromEntries(
    repairs.flatMap(([written, repaired]): [string, EngineAnswer][] => [
      [
        `the arguments ${json(written)}`,
        ofCalls([call(named("get_weather", written, { index: 0, id: "a" }))], [["get_weather", repaired, "completed"]]),
      ],
      [
        `the arguments ${json(written)}, one character a piece`,
        ofCalls(
          [
            call(named("get_weather", "", { index: 0, id: "a" })),
            ...Array.from(written, (one) => call({ index: 0, function: { arguments: one } })),
          ],
          [["get_weather", repaired, "completed"]],
        ),
      ],
    ]),
  ),
  ...Object.fromEntries(
    unclear.map((written): [string, EngineAnswer] => [
      `the unclear arguments ${json(written)}`,
      {
        pieces: [call(named("get_weather", written, { index: 0, id: "a" })), finish("tool_calls"), done],
        expected: { status: "incomplete", reason: "malformed_function_call", calls: [["get_weather", written, "incomplete"]] },
      },
    ]),
  ),
  "unclear arguments before a call that is complete": {
    pieces: [
      call(named("get_weather", "Oslo", { index: 0, id: "a" }), named("get_weather", bergen, { index: 1, id: "b" })),
      finish("tool_calls"),
      done,
    ],
    expected: {
      status: "incomplete",
      reason: "malformed_function_call",
      calls: [
        ["get_weather", "Oslo", "incomplete"],
        ["get_weather", bergen, "completed"],
      ],
    },
  },
};

const thoughts: EngineAnswers = {
  ...Object.fromEntries(
    [
      ["<mm:think>", "</mm:think>"],
      ["<|channel>thought\n", "<channel|>"],
      ["<longcat_think>", "</longcat_think>"],
      ["<|inner_prefix|>", "<|inner_suffix|>"],
    ].flatMap(([opening, closing]) => [
      [`the tag ${json(opening)}`, ofThought([text(`${opening}They greet.${closing}Hello`)])],
      [`the tag ${json(opening)}, one character a delta`, ofThought([...`${opening}They greet.${closing}Hello`].map(text))],
    ]),
  ),
  "GLM's closing tag without a thought": ofThought([text("</think>"), text("\n\nHello")], hello),
  "a closing tag without a thought, in one delta": ofThought([text("\n</think>\nHello")], hello),
  "the tags in the field for reasoning": ofThought([
    delta({ reasoning_content: "<think>They" }),
    delta({ reasoning_content: " greet.</think>" }),
    text("Hello"),
  ]),
  "tags beside an empty field for reasoning": ofThought([
    delta({ content: "<think>They greet.", reasoning_content: "" }),
    delta({ content: "</think>Hello", reasoning_content: "" }),
  ]),
  "the same reasoning in two fields of each delta": ofThought([
    delta({ reasoning: "They ", reasoning_content: "They " }),
    delta({ reasoning: "greet.", reasoning_content: "greet." }),
    text("Hello"),
  ]),
  "a part of reasoning with a summary": ofThought([
    delta({ content: [{ type: "reasoning", summary: [{ type: "summary_text", text: "They greet." }] }] }),
    text("Hello"),
  ]),
  "thinking as a text in a part": ofThought([delta({ content: [{ type: "thinking", thinking: "They greet." }] }), text("Hello")]),
  "a signature and a redacted thought": ofThought(
    [
      delta({ thinking_blocks: [{ type: "thinking", thinking: "", signature: "c2ln" }] }),
      delta({ content: [{ type: "redacted_thinking", data: "AAAA" }] }),
      delta({ reasoning_details: [{ type: "reasoning.encrypted", data: "AAAA", id: "r" }] }),
      text("Hello"),
    ],
    hello,
  ),
};

export const gatewayAnswers: EngineAnswers = { ...framings, ...errors, ...counts, ...calls, ...malformed, ...thoughts };
