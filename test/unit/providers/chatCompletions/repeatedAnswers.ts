/** Texts and calls that repeat what was sent before. */
import {
  call,
  choice,
  delta,
  done,
  type EngineAnswers,
  event,
  finish,
  hello,
  named,
  ofCalls,
  ofThought,
  text,
  weather,
} from "../../../providers/engineAnswers/engineAnswer.ts";

const sentence = "The heron stands in the shallow water.";
const ofTexts = (texts: string[], expected: string) => ({
  pieces: [...texts.map(text), finish("stop"), done],
  expected: { text: expected },
});
const ofEnd = (texts: string[], last: string, expected: string) => ({
  pieces: [...texts.map(text), delta({ content: last }, { finish_reason: "stop" }), done],
  expected: { text: expected },
});

export const repeatedAnswers: EngineAnswers = {
  "the whole text so far in each delta": ofTexts(["Hel", "Hello", "Hello there"], "Hello there"),
  "the whole text so far in two deltas": ofTexts(["Hel", "Hello"], "Hello"),
  "the whole text so far, the same twice": ofTexts(["Hel", "Hello", "Hello", "Hello there", "Hello there"], "Hello there"),
  "the whole text so far of letters that come again": ofTexts(["a", "ab", "aba", "abab"], "abab"),
  "the whole text so far with the reason for the end": ofEnd(["Hel"], "Hello", "Hello"),
  "the whole reasoning so far": ofThought([
    ...["They", "They gr", "They greet."].map((reasoning_content) => delta({ reasoning_content })),
    text("Hello"),
  ]),
  "the whole text again with the reason for the end": ofEnd(["Hel", "lo"], "Hello", "Hello"),
  "the whole long text again": ofTexts([sentence.slice(0, 20), sentence.slice(20), sentence], sentence),
  "the whole message again, without white space": {
    pieces: [text("\n\nHel"), text("lo "), event(choice({ message: { content: "Hello" }, finish_reason: "stop" })), done],
    expected: { text: "\n\nHello " },
  },
  "the whole message again, without the thought in tags": ofThought([
    text("<think>They greet.</think>Hel"),
    text("lo"),
    event(choice({ message: { content: "Hello" } })),
  ]),
  "the whole text again before the reason for the end": ofTexts(["Hel", "lo", "Hello"], "Hello"),
  "a line that comes again in other deltas, and goes on": ofTexts(
    [sentence.slice(0, 20), sentence.slice(20), sentence, "!"],
    `${sentence}${sentence}!`,
  ),
  "a text that is written twice, and goes on": ofTexts([sentence, sentence + sentence, "!"], `${sentence}${sentence}${sentence}!`),
  "a word that doubles": ofTexts(["ha", "haha", "!"], "hahaha!"),
  "a text that begins with its first delta again": ofTexts(["1", "10", " people"], "110 people"),
  "a first syllable twice": ofTexts(["好", "好的", "。"], "好好的。"),
  "lines that are repeated": ofTexts(["No.\n", "No.\n", "No.\n"], "No.\nNo.\nNo.\n"),
  "a rule of dashes": ofTexts(["-", "--", "----", "\nHello"], "-------\nHello"),
  "a short text again as the last delta": ofEnd(["Ho"], "Ho", "HoHo"),
  "all arguments so far in each piece": ofCalls([
    call(named("get_weather", '{"ci', { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: '{"city":"Os' } }),
    call({ index: 0, function: { arguments: '{"city":"Oslo"}' } }),
  ]),
  "arguments that begin alike on two levels": ofCalls(
    [
      call(named("get_weather", '{"a":', { index: 0, id: "a" })),
      call({ index: 0, function: { arguments: '{"a":1}' } }),
      call({ index: 0, function: { arguments: "}" } }),
    ],
    [["get_weather", '{"a":{"a":1}}', "completed"]],
  ),
  "the arguments again in another layout": ofCalls([
    call(named("get_weather", '{"city":', { index: 0, id: "a" })),
    call({ index: 0, function: { arguments: '"Oslo"}' } }),
    call(named("get_weather", '{ "city": "Oslo" }', { index: 0, id: "a" })),
  ]),
  "arguments with another index than the name": ofCalls([
    call({ index: 0, id: "a", function: { name: "get_weather" } }),
    call({ index: 1, function: { arguments: '{"city":' } }),
    call({ index: 2, function: { arguments: '"Oslo"}' } }),
  ]),
  "a call again with another index, as LocalAI sends it": ofCalls([
    call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })),
    call(named("get_weather", '{"city":"Oslo"}', { index: 1, id: "a" })),
  ]),
  "all arguments so far with other indexes": ofCalls([
    call(named("get_weather", "", { index: 0, id: "a" })),
    call(named("get_weather", '{"city":', { index: 1, id: "a" })),
    call(named("get_weather", '{"city":"Oslo"}', { index: 2, id: "a" })),
  ]),
  "the whole text again beside a call": {
    pieces: [
      text("Hel"),
      text("lo"),
      delta({ content: "Hello", tool_calls: [named("get_weather", '{"city":"Oslo"}', { id: "a" })] }),
      finish("tool_calls"),
    ],
    expected: { text: "Hello", ...weather },
  },
  ...Object.fromEntries(
    ["null", "None", " null\n"].map((written) => [
      `the arguments ${JSON.stringify(written)}`,
      ofCalls([call(named("get_time", written, { index: 0, id: "a" }))], [["get_time", "", "completed"]]),
    ]),
  ),
  ...Object.fromEntries(
    [
      { tool_calls: JSON.stringify([named("get_weather", '{"city":"Oslo"}', { id: "a" })]) },
      { toolCalls: [named("get_weather", '{"city":"Oslo"}', { id: "a" })] },
      { tool_call: named("get_weather", '{"city":"Oslo"}', { id: "a" }) },
      { tool_calls: [{ id: "a", type: "custom", custom: { name: "get_weather", input: '{"city":"Oslo"}' } }] },
      { tool_calls: [{ id: "a", function: "get_weather", arguments: '{"city":"Oslo"}' }] },
    ].map((fields) => [`a call in ${JSON.stringify(fields)}`, ofCalls([delta(fields)])]),
  ),
  "indexes that leave out numbers": ofCalls(
    [
      call(named("get_weather", '{"city":', { index: 1, id: "a" })),
      call(named("get_time", '{"zone":', { index: 3, id: "b" })),
      call({ index: 1, function: { arguments: '"Oslo"}' } }),
      call({ index: 3, function: { arguments: '"CET"}' } }),
    ],
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_time", '{"zone":"CET"}', "completed"],
    ],
  ),
  "pieces of two calls with one index, without an id after the first piece": ofCalls(
    ["Oslo", "Bergen"].flatMap((city, index) => [
      call(named("get_weather", "", { index: 0, id: String(index) })),
      call({ index: 0, id: "", function: { arguments: '{"city":' } }),
      call({ index: 0, id: "", function: { arguments: `"${city}"}` } }),
    ]),
    [
      ["get_weather", '{"city":"Oslo"}', "completed"],
      ["get_weather", '{"city":"Bergen"}', "completed"],
    ],
  ),
  "the reason stop with each delta": {
    pieces: ["Hel", "lo"].map((content) => delta({ content }, { finish_reason: "stop" })).concat(done),
    expected: hello,
  },
  "the reason stop with each delta, and then the limit": {
    pieces: [delta({ content: "Hel" }, { finish_reason: "stop" }), delta({ content: "lo" }, { finish_reason: "length" }), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "the limit, and then the proxy's own end": {
    pieces: [text("Hello"), finish("length"), finish("stop"), done],
    expected: { text: "Hello", status: "incomplete", reason: "max_output_tokens" },
  },
  "a call that is sent whole after its pieces": {
    ...ofCalls([
      call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })),
      call(named("get_weather", '{"city":"Oslo"}', { index: 0, id: "a" })),
    ]),
    expected: weather,
  },
};
