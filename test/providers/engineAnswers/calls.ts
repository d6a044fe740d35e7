/** Function calls. */
import { call, delta, done, type EngineAnswers, event, finish, json, named, ofCalls, weather } from "./engineAnswer.ts";

export const callAnswers: EngineAnswers = {
  "a call in pieces": ofCalls([
    call(named("get_weather", "", { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: '{"city":' } }),
    call({ index: 0, function: { arguments: '"Oslo"}' } }),
  ]),
  "a call with arguments as an object": ofCalls([call(named("get_weather", { city: "Oslo" }, { index: 0, id: "a" }))]),
  "a call with a numeric id": ofCalls([call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: 7 }))]),
  "a call without an id": ofCalls([
    call(named("get_weather", '{"city":', { index: 0 })),
    call({ index: 0, function: { arguments: '"Oslo"}' } }),
  ]),
  "a call without an index": ofCalls([call(named("get_weather", '{"city":', { id: "a" })), call({ function: { arguments: '"Oslo"}' } })]),
  "a call with its id and name in each piece": ofCalls([
    call(named("get_weather", '{"city":', { index: 0, id: "a" })),
    call(named("get_weather", '"Oslo"}', { index: 0, id: "a" })),
  ]),
  "a call whose id changes": ofCalls([
    call(named("get_weather", '{"city":', { index: 0, id: "a" })),
    call({ index: 0, id: "b", function: { arguments: '"Oslo"}' } }),
  ]),
  "a call whose name arrives later": ofCalls([
    call({ index: 0, id: "a", function: { arguments: '{"city":' } }),
    call(named("get_weather", '"Oslo"}', { index: 0 })),
  ]),
  "a call that begins with an empty object": ofCalls([
    call(named("get_weather", "{}", { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: '{"city":"Oslo"}' } }),
  ]),
  "a call whose arguments are sent again": ofCalls([
    call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })),
    call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })),
  ]),
  "a call beside its name": ofCalls([call({ index: 0, id: "a", name: "get_weather", arguments: '{"city":"Oslo"}' })]),
  "a call that is not in a list": ofCalls([delta({ tool_calls: named("get_weather", '{"city":"Oslo"}', { id: "a" }) })]),
  "a call of the older form": ofCalls([
    delta({ function_call: { name: "get_weather", arguments: '{"city":' } }),
    delta({ function_call: { arguments: '"Oslo"}' } }),
  ]),
  "two calls with one index": ofCalls(
    [
      call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })),
      call(named("get_weather", '{"city":"Bergen"}', { index: 0, id: "b" })),
    ],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_weather", '{"city":"Bergen"}', "completed"],
    ],
  ),
  "two equal calls with one index": ofCalls(
    [call(named("get_time", "{}", { index: 0, id: "a" }), named("get_time", "{}", { index: 0, id: "b" }))],
    [
      ["get_time", "{}", "completed"],
      ["get_time", "{}", "completed"],
    ],
  ),
  "two calls with one id": ofCalls(
    [call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" }), named("get_time", "{}", { index: 1, id: "a" }))],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_time", "{}", "completed"],
    ],
  ),
  "two calls without index and id": ofCalls(
    [call(named("get_weather", '{"city":"Oslo"}'), named("get_weather", '{"city":"Bergen"}'))],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_weather", '{"city":"Bergen"}', "completed"],
    ],
  ),
  "pieces of two calls in turn": ofCalls(
    [
      call(named("get_weather", '{"city":', { index: 0, id: "a" }), named("get_time", '{"zone":', { index: 1, id: "b" })),
      call({ index: 0, function: { arguments: '"Oslo"}' } }, { index: 1, function: { arguments: '"CET"}' } }),
    ],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_time", '{"zone":"CET"}', "completed"],
    ],
  ),
  ...Object.fromEntries(
    ["", "{}", " ", null, {}].map((written) => [
      `a call with the arguments ${json(written)}`,
      ofCalls([call(named("get_time", written, { index: 0, id: "a" }))], [["get_time", "{}", "completed"]]),
    ]),
  ),
  "a call without a finish reason": {
    pieces: [call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })), done],
    expected: weather,
  },
  "a call cut off by the limit": {
    pieces: [call(named("get_weather", '{"city":"Os', { index: 0, id: "a" })), finish("length"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
  "a call cut off before its arguments": {
    pieces: [call(named("get_weather", "", { index: 0, id: "a" })), finish("length"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", "", "incomplete"]] },
  },
  "a call cut off by the limit that the engine does not report": {
    pieces: [call(named("get_weather", '{"city":"Os', { index: 0, id: "a" })), finish("tool_calls"), done],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
  "the second of two calls cut off": {
    pieces: [
      call(named("get_time", "{}", { index: 0, id: "a" }), named("get_weather", '{"city":', { index: 1, id: "b" })),
      finish("length"),
      done,
    ],
    expected: {
      status: "incomplete",
      reason: "max_output_tokens",
      calls: [
        ["get_time", "{}", "completed"],
        ["get_weather", '{"city":', "incomplete"],
      ],
    },
  },
  "a call cut off by a broken connection": {
    pieces: [call(named("get_weather", '{"city":"Os', { index: 0, id: "a" }))],
    end: "break",
    expected: { status: "failed", error: /local/, calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
  "a call cut off by an error": {
    pieces: [call(named("get_weather", '{"city":"Os', { index: 0, id: "a" })), event({ error: { message: "out of memory" } })],
    expected: { status: "failed", error: /out of memory/, calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
};
