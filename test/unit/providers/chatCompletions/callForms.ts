/** Counts and calls in other places and forms. Sources: public reports of engines, gateways and their clients. */
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
  text,
  usage,
  weather,
} from "../../../providers/engineAnswers/engineAnswer.ts";

const counted = (counts: unknown, rest?: object): EngineAnswer => ({
  pieces: [text("Hello"), finish("stop"), usage(counts, rest), done],
  expected: { text: "Hello", usage: [3, 2] },
});
const oslo = '{"city":"Oslo"}';
const bergen = '{"city":"Bergen"}';
const both: [string, string, "completed"][] = [
  ["get_weather", oslo, "completed"],
  ["get_weather", bergen, "completed"],
];
const noArguments: [string, string, "completed"][] = [["get_time", "", "completed"]];

const usages: EngineAnswers = {
  "usage in a delta": {
    pieces: [text("Hello"), event(choice({ delta: { usage: { prompt_tokens: 3, completion_tokens: 2 } }, finish_reason: "stop" })), done],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage in a message": {
    pieces: [
      json({ choices: [{ message: { content: "Hello", usage: { prompt_tokens: 3, completion_tokens: 2 } }, finish_reason: "stop" }] }),
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage in meta": counted(undefined, { choices: [], meta: { usage: { prompt_tokens: 3, completion_tokens: 2 } } }),
  "Cohere's tokens in meta": counted(undefined, { choices: [], meta: { tokens: { input_tokens: 3, output_tokens: 2 } } }),
  "Cohere's tokens beside what is billed": counted({
    billed_units: { input_tokens: 1, output_tokens: 2 },
    tokens: { input_tokens: 3, output_tokens: 2 },
  }),
  "Bedrock's metrics": counted(undefined, {
    choices: [],
    "amazon-bedrock-invocationMetrics": { inputTokenCount: 3, outputTokenCount: 2, invocationLatency: 9 },
  }),
  "watsonx's counts": counted({ input_token_count: 3, generated_token_count: 2 }),
  token_usage: counted(undefined, { choices: [], token_usage: { prompt_tokens: 3, completion_tokens: 2 } }),
  "x_usage of a proxy beside usage null": counted(null, { choices: [], metadata: { usage: { prompt_tokens: 3, completion_tokens: 2 } } }),
  "usage with zeros at the end": {
    pieces: [
      text("Hello"),
      finish("stop"),
      usage({ prompt_tokens: 3, completion_tokens: 2 }),
      usage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
      done,
    ],
    expected: { text: "Hello", usage: [3, 2] },
  },
  "usage with white space": counted({ prompt_tokens: " 3 ", completion_tokens: "2\n" }),
  "usage with a plus sign and a fraction": counted({ prompt_tokens: "+3", completion_tokens: "2.0" }),
  "usage with counts in texts of words": {
    pieces: [text("Hello"), finish("stop"), usage({ prompt_tokens: "3 tokens", completion_tokens: 2 }), done],
    expected: { text: "Hello", usage: [0, 2] },
  },
};

const calls: EngineAnswers = {
  "calls in a list in a list": ofCalls([delta({ tool_calls: [[named("get_weather", oslo, { index: 0, id: "a" })]] })]),
  "a call with null beside it": ofCalls([delta({ tool_calls: [null, named("get_weather", oslo, { index: 0, id: "a" })] })]),
  "a function as a JSON text": ofCalls([call({ index: 0, id: "a", function: json({ name: "get_weather", arguments: oslo }) })]),
  "an empty list as arguments, as PHP writes an empty object": ofCalls([call(named("get_time", "[]", { index: 0, id: "a" }))], noArguments),
  "an empty list of arguments": ofCalls([call(named("get_time", [], { index: 0, id: "a" }))], noArguments),
  "arguments null as a text": ofCalls([call(named("get_time", "null", { index: 0, id: "a" }))], noArguments),
  "arguments undefined as a text": ofCalls([call(named("get_time", "undefined", { index: 0, id: "a" }))], noArguments),
  "an empty object before the arguments in one piece": ofCalls([call(named("get_weather", `{}${oslo}`, { index: 0, id: "a" }))]),
  "arguments in a block of code": ofCalls([call(named("get_weather", `\`\`\`json\n${oslo}\n\`\`\``, { index: 0, id: "a" }))]),
  "a mark of the template after the arguments": ofCalls([call(named("get_weather", `${oslo}<|tool_call_end|>`, { index: 0, id: "a" }))]),
  "a closing tag after the arguments": ofCalls([call(named("get_weather", `${oslo}\n</tool_call>`, { index: 0, id: "a" }))]),
  "a mark of the template in a piece of its own": ofCalls([
    call(named("get_weather", oslo, { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: "<|im_end|>" } }),
  ]),
  "the id as tool_call_id": ofCalls(
    [
      call({ tool_call_id: "a", function: { name: "get_weather", arguments: oslo } }),
      call({ tool_call_id: "b", function: { name: "get_weather", arguments: bergen } }),
    ],
    both,
  ),
  "two calls whose second repeats the id, with another index": ofCalls(
    [call(named("get_weather", oslo, { index: 0, id: "call_1" })), call(named("get_weather", bergen, { index: 1, id: "call_1" }))],
    both,
  ),
  "three interleaved calls, of which one is without arguments": ofCalls(
    [
      call(
        named("get_weather", "", { index: 0, id: "a" }),
        named("get_time", "", { index: 1, id: "b" }),
        named("get_weather", "", { index: 2, id: "c" }),
      ),
      call({ index: 2, function: { arguments: '{"city":' } }),
      call({ index: 0, function: { arguments: '{"city":"Os' } }),
      call({ index: 2, function: { arguments: '"Bergen"}' } }),
      call({ index: 0, function: { arguments: 'lo"}' } }),
    ],
    [
      ["get_weather", oslo, "completed"],
      ["get_time", "", "completed"],
      ["get_weather", bergen, "completed"],
    ],
  ),
  "pieces of calls without index, in turn, whose ids are repeated": ofCalls(
    [
      call(named("get_weather", '{"ci', { id: "a" }), named("get_weather", '{"city":', { id: "b" })),
      call({ id: "a", function: { name: null, arguments: 'ty":"Oslo"}' } }, { id: "b", function: { name: "", arguments: '"Bergen"}' } }),
    ],
    both,
  ),
  "the whole call in each chunk": ofCalls(Array.from({ length: 3 }, () => call(named("get_weather", oslo, { index: 0, id: "a" })))),
  "the whole call with another id in each chunk": ofCalls([
    call(named("get_weather", '{"city', { index: 0, id: "a" })),
    call(named("get_weather", '":"Oslo"}', { index: 0, id: "b" })),
  ]),
  "a call as a list of pairs": ofCalls([delta({ tool_calls: { call: named("get_weather", oslo, { id: "a" }) } })]),
  "function_call as a JSON text": ofCalls([delta({ function_call: json({ name: "get_weather", arguments: oslo }) })]),
  "a call in the message of the last chunk": {
    pieces: [
      delta({ role: "assistant", content: "" }),
      event(choice({ delta: null, message: { tool_calls: [named("get_weather", oslo, { id: "a" })] }, finish_reason: "tool_calls" })),
      done,
    ],
    expected: weather,
  },
  "calls null and a call of the older form": ofCalls([
    delta({ tool_calls: null, function_call: { name: "get_weather", arguments: oslo } }),
  ]),
  "calls as an empty text": { pieces: [delta({ content: "Hello", tool_calls: "" }), finish("stop"), done], expected: hello },
};

export const callForms: EngineAnswers = { ...usages, ...calls };
