/** What engines and gateways write beside an answer although it says nothing: signs of life, structs of Go without values, empty calls. */
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
  ofCalls,
  ofThought,
  text,
  usage,
} from "../../../providers/engineAnswers/engineAnswer.ts";

/** Without a reason for the end, a text that is not JSON may be an error. */
const beside = (odd: string): EngineAnswer => ({ pieces: [text("Hello"), odd, done], expected: hello });
const noError = { message: "", type: "", param: "", code: null };
const noCall = { index: 0, id: "", type: "function", function: { name: "", arguments: "" } };

const errors: EngineAnswers = {
  "an error without values beside each chunk": {
    pieces: [
      event({ ...choice({ delta: { content: "Hello" } }), error: noError }),
      event({ ...choice({ delta: {}, finish_reason: "stop" }), error: noError }),
      usage({ prompt_tokens: 3, completion_tokens: 2 }, { choices: [], error: noError }),
      done,
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "an error without values in each choice": {
    pieces: [
      event(choice({ delta: { content: "Hello" }, error: {} })),
      event(choice({ delta: {}, finish_reason: "stop", error: {} })),
      done,
    ],
    expected: hello,
  },
  "the text null as an error": {
    pieces: [event({ ...choice({ delta: { content: "Hello" } }), error: "null" }), finish("stop"), done],
    expected: hello,
  },
  "the text None as an error": {
    pieces: [event({ ...choice({ delta: { content: "Hello" } }), error: "None" }), finish("stop"), done],
    expected: hello,
  },
  "the text null as an error of a choice": {
    pieces: [event(choice({ delta: { content: "Hello" }, error: "null" })), finish("stop"), done],
    expected: hello,
  },
  "a list of errors without values": {
    pieces: [event({ ...choice({ delta: { content: "Hello" } }), errors: [null] }), finish("stop"), done],
    expected: hello,
  },
  "an error that has only a code": {
    pieces: [text("Hello"), event({ id: "1", error: { code: 500, message: "" } })],
    expected: failed(/./, "Hello"),
  },
  "an error without values that is alone": { pieces: [text("Hello"), event({ error: noError })], expected: failed(/./, "Hello") },
};

const calls: EngineAnswers = Object.fromEntries(
  [{ tool_calls: [noCall] }, { tool_calls: [{}] }, { function_call: {} }, { function_call: { name: "", arguments: "" } }].map((empty) => [
    `${JSON.stringify(empty)} beside text`,
    ofThought(["<thi", "nk>They greet.</th", "ink>Hello"].map((content) => delta({ content, ...empty }))),
  ]),
);

const shadows: EngineAnswers = {
  "an empty message beside the text of the older completions": {
    pieces: [event({ choices: [{ index: 0, text: "Hello", message: "" }], message: "" }), finish("stop"), done],
    expected: hello,
  },
  "an empty content beside a text": {
    pieces: [event({ choices: [{ index: 0, text: "Hello", delta: { content: "" } }] }), finish("stop"), done],
    expected: hello,
  },
  "calls without values beside a call of the older form": ofCalls([
    delta({ function_call: { name: "get_weather", arguments: '{"city":"Oslo"}' }, tool_calls: [null] }),
  ]),
};

export const emptyParts: EngineAnswers = {
  ...Object.fromEntries(
    [
      "event: heartbeat\ndata: 2026-11-28T10:00:00Z\n\n",
      "event: keep-alive\ndata: 1\n\n",
      'data: "ping"\n\n',
      "data: ping\n\n",
      "data: keep-alive\n\n",
      'data: {"code":0,"message":"success"}\n\n',
    ].map((odd) => [`${odd.trim()} without a reason for the end`, beside(odd)]),
  ),
  ...errors,
  ...calls,
  ...shadows,
};
