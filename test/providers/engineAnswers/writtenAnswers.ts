/** Answers with function calls in the text: with the reasons for their end, beside calls of the engine, and without any functions. */
import { call, delta, done, type EngineAnswer, type EngineAnswers, event, finish, named, text, weather } from "./engineAnswer.ts";
import { writtenCalls } from "./writtenCalls.ts";
import { writtenTexts } from "./writtenTexts.ts";

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
  "JSON alone, cut off by the limit": ofText('{"name": "get_weather", "parameters": {"city":"O', cutOff('{"city":"O'), "length"),
  "JSON alone in OpenAI's form, cut off": ofText(
    '{"type": "function", "function": {"name": "get_weather", "parameters": {"city":"O',
    cutOff('{"city":"O'),
  ),
  "a list as Python writes it, cut off in a value": ofText('[get_weather(days=3, city="Os', cutOff('{"days":3')),
  "a list as Python writes it, cut off after a name": ofText("[get_weather(", cutOff("{")),
  "a list as Python writes it, cut off in its second call": ofText('[get_weather(city="Oslo"), get_weather(ci', {
    status: "incomplete",
    reason: "max_output_tokens",
    calls: [...(weather.calls ?? []), ["get_weather", "{", "incomplete"]],
  }),
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
  "JSON alone after thinking that is only closed": {
    pieces: [text("They ask."), text("\n</think>\n\n"), text(`{"name": "get_weather", "arguments": ${oslo}}`), finish("stop"), done],
    expected: { ...weather, reasoning: "They ask.", isLate: true },
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

const reasoned = (reasoning: string) => (reasoning.match(/[\s\S]{1,7}/g) ?? []).map((reasoning_content) => delta({ reasoning_content }));
const ofReasoning = (reasoning: string, expected: EngineAnswer["expected"], reason = "stop"): EngineAnswer => ({
  pieces: [...reasoned(reasoning), finish(reason), done],
  expected: { reasoning, ...expected },
});
const twice = `I call.\n${hermes}\n${hermes}`;

/** Qwen3 and DeepSeek within their reasoning, of which the engine separates all. Sources: issues of vLLM and SGLang (#17551). */
const inReasoning: EngineAnswers = {
  "a written call in separate reasoning, without an answer": ofReasoning(`They ask.\n${hermes}`, weather),
  "two written calls in separate reasoning": ofReasoning(twice, { calls: [...(weather.calls ?? []), ...(weather.calls ?? [])] }),
  "a written call in separate reasoning, and white space as the answer": {
    pieces: [...reasoned(`They ask.\n${hermes}\n`), text("\n\n"), finish("stop"), done],
    expected: { ...weather, text: "\n\n", reasoning: `They ask.\n${hermes}\n` },
  },
  "JSON alone as separate reasoning": ofReasoning(`{"name": "get_weather", "arguments": ${oslo}}`, weather),
  "a written call in thinking without an end": ofText(`<think>\nThey ask.\n${hermes}`, { ...weather, reasoning: `They ask.\n${hermes}` }),
  "a written call in thinking, without an answer": ofText(`<think>\nThey ask.\n${hermes}\n</think>\n\n`, {
    ...weather,
    reasoning: `They ask.\n${hermes}`,
  }),
  "a written call in separate reasoning, cut off by the limit": ofReasoning(`I call.\n${cutHermes}`, cutOff('{"city":"O'), "length"),
  "a written call in separate reasoning, before an answer": {
    pieces: [...reasoned(`I could write ${hermes}`), text("Hello"), finish("stop"), done],
    expected: { text: "Hello", reasoning: `I could write ${hermes}` },
  },
  "a written call in separate reasoning, before one that the engine reports": {
    pieces: [...reasoned(`I call ${hermes}`), call(named("get_weather", oslo, { index: 0, id: "a" })), finish("tool_calls"), done],
    expected: { ...weather, reasoning: `I call ${hermes}` },
  },
  "a written call in the middle of separate reasoning": ofReasoning(`I could write ${hermes}, but no.`, {}),
  "a written call in separate reasoning of a function that was not offered": ofReasoning(
    '<tool_call>{"name": "get_tides", "arguments": {}}</tool_call>',
    {},
  ),
  "a written call in separate reasoning, in code": ofReasoning(`I could write \`${hermes}`, {}),
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
  ...inReasoning,
};
