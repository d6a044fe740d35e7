/** Answers with function calls in the text: with the reasons for their end, beside calls of the engine, and without any functions. */
import { call, delta, done, type EngineAnswer, type EngineAnswers, event, finish, named, text, weather } from "./engineAnswer.ts";
import { writtenCalls, writtenTexts } from "./writtenCalls.ts";

const oslo = '{"city":"Oslo"}';
const hermes = `<tool_call>\n{"name": "get_weather", "arguments": ${oslo}}\n</tool_call>`;
const cutHermes = hermes.slice(0, hermes.indexOf("slo"));
const recipient = "<|channel|>commentary to=functions.get_weather";
const harmony = `${recipient} <|constrain|>json<|message|>`;
const ofText = (whole: string, expected: EngineAnswer["expected"], reason: unknown = "stop"): EngineAnswer => ({
  pieces: [...(whole.match(/[\s\S]{1,7}/g) ?? []).map(text), finish(reason), done],
  expected,
});

const cutOff = (written: string): EngineAnswer["expected"] => ({
  status: "incomplete",
  reason: "max_output_tokens",
  calls: [["get_weather", written, "incomplete"]],
});

const ends: EngineAnswers = {
  "a written call cut off by the limit": ofText(cutHermes, cutOff('{"city":"O'), "length"),
  "a written call cut off by a limit that the engine does not report": ofText(cutHermes, cutOff('{"city":"O')),
  "gpt-oss's call cut off by the limit": ofText(`${harmony}{"city":"Os`, cutOff('{"city":"Os'), "length"),
  "gpt-oss's call cut off by a limit that the engine does not report": ofText(`${harmony}{"city":"Os`, cutOff('{"city":"Os')),
  "gpt-oss's call cut off before its arguments": ofText(harmony, cutOff("{")),
  "gpt-oss's call cut off after its recipient": ofText(recipient, cutOff("{")),
  "Qwen3-Coder's call cut off in a value": ofText("<function=get_weather>\n<parameter=city>\nOs", cutOff('{"city":"Os')),
  "Qwen3-Coder's call cut off after a value": ofText(
    "<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n",
    cutOff('{"city":"Oslo"'),
  ),
  "GLM's call cut off in a value": ofText("<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Os", cutOff('{"city":"Os')),
  "a written call cut off by a broken connection": {
    pieces: [text(cutHermes)],
    end: "break",
    expected: { status: "failed", error: /local/, calls: [["get_weather", '{"city":"O', "incomplete"]] },
  },
  "a written call cut off by an error": {
    pieces: [text(cutHermes), event({ error: { message: "out of memory" } })],
    expected: { status: "failed", error: /out of memory/, calls: [["get_weather", '{"city":"O', "incomplete"]] },
  },
  "a written call whose arguments are unclear": ofText('<tool_call>{"name":"get_weather","arguments":{city}}</tool_call>', {
    status: "incomplete",
    reason: "malformed_function_call",
    calls: [["get_weather", "{city}", "incomplete"]],
  }),
  "a written call with the reason tool_calls": ofText(hermes, weather, "tool_calls"),
  "a written call in a whole message": {
    pieces: [JSON.stringify({ choices: [{ message: { content: hermes }, finish_reason: "stop" }] })],
    type: "application/json",
    expected: weather,
  },
  "a written call after separate thinking": {
    pieces: [delta({ reasoning_content: "They ask." }), text("\n\n"), text(hermes), finish("stop"), done],
    expected: { ...weather, reasoning: "They ask." },
  },
  "a written call in thinking that is only closed": {
    pieces: [text(`I could write ${hermes}.`), text("\n</think>\n\nHello"), finish("stop"), done],
    expected: { text: "Hello", reasoning: `I could write ${hermes}.`, isLate: true },
  },
  "a written call that the engine also reports": {
    pieces: [text(hermes), call(named("get_weather", oslo, { index: 0, id: "a" })), finish("tool_calls"), done],
    expected: { ...weather, text: hermes },
  },
  "a written call after one that the engine reports": {
    pieces: [call(named("get_weather", oslo, { index: 0, id: "a" })), text(hermes), finish("tool_calls"), done],
    expected: { ...weather, text: hermes },
  },
};

export const writtenAnswers: EngineAnswers = {
  ...Object.fromEntries(
    Object.entries(writtenCalls).map(([name, { whole, calls, text: written = "", reasoning = "" }]) => [
      `the written call: ${name}`,
      ofText(whole, {
        text: written,
        reasoning,
        calls: calls.map(([called, given]) => [called, given || "{}", "completed"]),
      }),
    ]),
  ),
  ...Object.fromEntries(writtenTexts.map((whole) => [`the text ${JSON.stringify(whole)}`, ofText(whole, { text: whole })])),
  ...ends,
};
