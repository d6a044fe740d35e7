/** JSON that is not exact, notices among chunks, errors in odd forms, words for the end, and counts that cannot be true. */
import {
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
  ofFinish,
  ofThought,
  overflow,
  text,
  usage,
  withOdd,
} from "../../../providers/engineAnswers/engineAnswer.ts";

const ofChunk = (chunk: string, expected = hello): EngineAnswer => ({ pieces: [`data: ${chunk}\n\n`, finish("stop"), done], expected });
const fails = (piece: string): EngineAnswer => ({ pieces: [piece], expected: failed(/exceeds the available context size/) });
const failsAfterText = (pieces: string[], error: RegExp): EngineAnswer => ({
  pieces: [text("Hello"), ...pieces],
  expected: failed(error, "Hello"),
});

const exactness: EngineAnswers = {
  "commas before the end of lists": ofChunk('{"choices":[{"index":0,"delta":{"content":"Hello",},},],}'),
  "single quotes": ofChunk("{'choices':[{'index':0,'delta':{'content':'Hello'}}]}"),
  "a Python dictionary": ofChunk(
    `{'choices': [{'index': 0, 'delta': {'content': 'He said "no", it\\'s late'}, 'finish_reason': None, 'x': True}]}`,
    {
      text: `He said "no", it's late`,
    },
  ),
  "None, NaN and -Infinity": ofChunk('{"a":None,"b":NaN,"c": -Infinity,"d":-1e5,"choices":[{"delta":{"content":"Hello"}}]}'),
  "an unknown escape": ofChunk('{"choices":[{"delta":{"content":"It\\\'s \\$5"}}]}', { text: "It's $5" }),
  "an escaped character beside a raw line feed": ofChunk('{"choices":[{"delta":{"content":"\\u00fc\t\\n"}}]}', { text: "ü\t\n" }),
  "an event that begins in the middle of another": withOdd(
    `data: {"id":"2","choices":[{"delta":{"role":"adata: ${json(choice({ delta: { content: "" } }))}\n\n`,
  ),
  "DONE without brackets": { pieces: [text("Hello"), "data: DONE\n\n"], expected: hello },
  "a byte order mark before each event": {
    pieces: [text("Hel"), text("lo"), finish("stop")].map((piece) => `\uFEFF${piece}`),
    expected: hello,
  },
  "bytes that are not UTF-8": {
    pieces: [
      new Uint8Array([
        ...new TextEncoder().encode('data: {"choices":[{"delta":{"content":"H'),
        0xff,
        ...new TextEncoder().encode('i"}}]}\n\n'),
      ]),
      finish("stop"),
    ],
    expected: { text: "H\uFFFDi" },
  },
};

const notices: EngineAnswers = {
  "a notice that a request waits": withOdd(event({ object: "queue", position: 3, message: "waiting", status: "queued" })),
  "a notice of success": withOdd(event({ code: 200, message: "success" })),
  "code 0 beside an answer": {
    pieces: [event({ code: 0, message: "success", ...choice({ delta: { content: "Hello" } }) }), finish("stop"), done],
    expected: hello,
  },
  ...Object.fromEntries(
    [{}, [], "", false, null, { code: null, message: null }].map((error) => [
      `the error ${json(error)} beside an answer`,
      { pieces: [text("Hello"), event({ ...choice({ delta: {} }), error }), finish("stop"), done], expected: hello } satisfies EngineAnswer,
    ]),
  ),
};

const errors: EngineAnswers = {
  ...Object.fromEntries(
    [
      { message: overflow },
      { message: overflow, type: "invalid_request_error" },
      { name: "Error", message: overflow },
      { msg: overflow },
      { statusCode: 400, message: overflow },
      { status: 400, error: overflow, path: "/v1" },
      { Error: overflow },
      { type: "about:blank", title: "Bad Request", status: 400, detail: overflow },
      { type: "error", content: overflow },
      { detail: [overflow] },
      { error: { message: `litellm.BadRequestError: OpenAIException - ${json({ error: { message: overflow } })}` } },
      { choices: [], error: { message: overflow } },
      { choices: null, error: null, message: overflow, code: 500 },
    ].flatMap((body) => [
      [`the error ${json(body)}`, fails(event(body))],
      [`the error ${json(body)} as JSON`, fails(json(body))],
    ]),
  ),
  "a number as an error": { pieces: [event({ error: 500 })], expected: failed(/local/) },
  "a page as data, and then the end": failsAfterText(
    ["data: <html><body><h1>502 Bad Gateway</h1></body></html>\n\n", done],
    /502 Bad Gateway/,
  ),
  "a page with a comment before it": {
    pieces: ["<!-- cached --><html><head><title>503 &amp; more</title></head></html>"],
    expected: failed(/503 & more/),
  },
  "words after text, and then the end": failsAfterText(["Internal Server Error\n\n", done], /Internal Server Error/),
  "words as data after text, and then the end": failsAfterText(["data: upstream connect error\n\n", done], /upstream connect error/),
  "an event that is cut": failsAfterText(['data: {"choices":[{"delta":{"content":"l'], /local/),
  "an error of a proxy after the reason for the end": {
    pieces: [text("Hello"), finish("stop"), json({ error: { message: "late" } })],
    expected: hello,
  },
};

const ends: EngineAnswers = {
  ...Object.fromEntries(
    ["eosFound", "stopStringFound", "FINISH_REASON_UNSPECIFIED", "tool", 1, 0, true, {}, ["stop"]].map((reason) => [
      `the reason ${json(reason)}`,
      ofFinish(reason, {}),
    ]),
  ),
  ...Object.fromEntries(
    ["maxPredictedTokensReached", "contextLengthReached", "FINISH_REASON_MAX_TOKENS", "finish_reason_length", 2].map((reason) => [
      `the reason ${json(reason)}`,
      ofFinish(reason, { status: "incomplete", reason: "max_output_tokens" }),
    ]),
  ),
  ...Object.fromEntries(
    ["FINISH_REASON_SAFETY", "blocked", 3, 4].map((reason) => [
      `the reason ${json(reason)}`,
      ofFinish(reason, { status: "incomplete", reason: "content_filter" }),
    ]),
  ),
  ...Object.fromEntries(
    ["userStopped", "timeout", "repetition_detected", "OTHER"].map((reason) => [
      `the reason ${reason}`,
      ofFinish(reason, { status: "incomplete", reason }),
    ]),
  ),
};

const counts: EngineAnswers = Object.fromEntries(
  [1e308, 1e20, -5, "NaN", "many", true, [3], { total: 3 }].map((count) => [
    `${json(count)} tokens`,
    {
      pieces: [text("Hello"), finish("stop"), usage({ prompt_tokens: count, completion_tokens: 2 }), done],
      expected: { text: "Hello", usage: [0, 2] },
    },
  ]),
);

const thoughts: EngineAnswers = Object.fromEntries(
  [
    { thought: "They greet." },
    { thinking_blocks: [{ type: "thinking", thinking: "They greet.", signature: "c2ln" }] },
    { reasoning: [{ type: "text", text: "They greet." }] },
  ].map((fields) => [`thinking in ${json(fields)}`, ofThought([delta(fields), text("Hello")])]),
);

export const looseAnswers: EngineAnswers = { ...exactness, ...notices, ...errors, ...ends, ...counts, ...thoughts };
