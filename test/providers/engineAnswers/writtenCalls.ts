/**
 * Function calls as models write them, which engines without a parser for them leave in the text. Sources: OpenAI's description of harmony,
 * the templates of the models, the tests of the parsers of vLLM, SGLang and llama.cpp, and reports of their users.
 */

/** Of the function get_weather. */
export const parameters = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" }, towns: { type: "array", items: { type: "string" } } },
};

export interface WrittenCalls {
  whole: string;
  /** Names and arguments. */
  calls: [name: string, written: string][];
  text?: string;
  reasoning?: string;
}

const oslo = '{"city":"Oslo"}';
const bergen = '{"city":"Bergen"}';
const weather: [string, string][] = [["get_weather", oslo]];
const both: [string, string][] = [...weather, ["get_weather", bergen]];
const analysis = "<|channel|>analysis<|message|>They ask.";
const harmony = (name: string, written: string) => `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${written}`;
const start = "<|start|>assistant";

const ofHarmony: Readonly<Record<string, WrittenCalls>> = {
  "gpt-oss": { whole: `${harmony("get_weather", oslo)}<|call|>`, calls: weather },
  "gpt-oss whose engine stops at the mark": { whole: harmony("get_weather", oslo), calls: weather },
  "gpt-oss after an analysis": {
    whole: `${analysis}<|end|>${start}${harmony("get_weather", oslo)}<|call|>`,
    calls: weather,
    reasoning: "They ask.",
  },
  "gpt-oss after an analysis without an end": {
    whole: `${analysis}${start}${harmony("get_weather", oslo)}<|call|>`,
    calls: weather,
    reasoning: "They ask.",
  },
  "gpt-oss with the recipient in the role": {
    whole: `${analysis}<|end|>${start} to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>${oslo}<|call|>`,
    calls: weather,
    reasoning: "They ask.",
  },
  "gpt-oss with the recipient in the role that the template began": {
    whole: ` to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>${oslo}<|call|>`,
    calls: weather,
  },
  "gpt-oss without a type": { whole: `<|channel|>commentary to=functions.get_weather<|message|>${oslo}<|call|>`, calls: weather },
  "gpt-oss with the type as a word": { whole: `<|channel|>commentary to=functions.get_weather json<|message|>${oslo}`, calls: weather },
  "gpt-oss that calls in its analysis": { whole: `<|channel|>analysis to=functions.get_weather code<|message|>${oslo}`, calls: weather },
  "gpt-oss with an announcement": {
    whole: `${analysis}<|end|>${start}<|channel|>commentary<|message|>A moment.<|end|>${start}${harmony("get_weather", oslo)}<|call|>`,
    calls: weather,
    text: "A moment.\n\n",
    reasoning: "They ask.",
  },
  "gpt-oss with an announcement, and the recipient in the role": {
    whole: `<|channel|>commentary<|message|>A moment.<|end|>${start} to=functions.get_weather<|channel|>commentary json<|message|>${oslo}`,
    calls: weather,
    text: "A moment.",
  },
  "gpt-oss with two calls": {
    whole: `${harmony("get_weather", oslo)}<|call|>${start}${harmony("get_weather", bergen)}<|call|>`,
    calls: both,
  },
  "gpt-oss with an empty call": { whole: `${harmony("get_time", "")}<|call|>`, calls: [["get_time", ""]] },
  "gpt-oss that goes on after its call": {
    whole: `${harmony("get_weather", oslo)}<|call|>${start}${analysis}<|end|>${start}<|channel|>final<|message|>Hello<|return|>`,
    calls: weather,
    text: "Hello",
    reasoning: "They ask.",
  },
  "gpt-oss with a mark in its arguments": {
    whole: `${harmony("get_weather", '{"city":"<|call|> } Oslo"}')}<|call|>`,
    calls: [["get_weather", '{"city":"<|call|> } Oslo"}']],
  },
  "gpt-oss without special tokens": {
    whole: `analysisThey ask.assistantcommentary to=functions.get_weather json${oslo}`,
    calls: weather,
    reasoning: "They ask.",
  },
  "gpt-oss without special tokens and spaces": {
    whole: `analysisThey ask.assistantcommentary to=functions.get_weatherjson${oslo}`,
    calls: weather,
    reasoning: "They ask.",
  },
  "gpt-oss without special tokens, with two calls": {
    whole: `commentary to=functions.get_weather json${oslo}assistantcommentary to=functions.get_weather json${bergen}`,
    calls: both,
  },
  "gpt-oss without special tokens, with the recipient in the role": {
    whole: `analysisThey ask.assistant to=functions.get_weather commentary json${oslo}`,
    calls: weather,
    reasoning: "They ask.",
  },
};

const valuesInTags = "<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n</parameter>";

const ofTags: Readonly<Record<string, WrittenCalls>> = {
  Hermes: { whole: `<tool_call>\n{"name": "get_weather", "arguments": ${oslo}}\n</tool_call>`, calls: weather },
  "Hermes after a text": {
    whole: `I look.\n<tool_call>\n{"name": "get_weather", "arguments": ${oslo}}\n</tool_call>`,
    calls: weather,
    text: "I look.\n",
  },
  "Hermes after a thought": {
    whole: `<think>They ask.</think>\n\n<tool_call>\n{"name": "get_weather", "arguments": ${oslo}}\n</tool_call>`,
    calls: weather,
    reasoning: "They ask.",
  },
  "Hermes twice": {
    whole: [oslo, bergen].map((city) => `<tool_call>\n{"name": "get_weather", "arguments": ${city}}\n</tool_call>`).join("\n"),
    calls: both,
  },
  "Hermes without an end": { whole: `<tool_call>\n{"name": "get_weather", "arguments": ${oslo}}`, calls: weather },
  "Hermes with the arguments first": { whole: `<tool_call>{"arguments": ${oslo}, "name": "get_weather"}</tool_call>`, calls: weather },
  "Hermes with one bracket more": { whole: `<tool_call>{"name": "get_weather", "arguments": ${oslo}}}</tool_call>`, calls: weather },
  "Hermes with a Python dictionary": {
    whole: `<tool_call>{'name': 'get_weather', 'arguments': {'city': 'Oslo'}}</tool_call>`,
    calls: weather,
  },
  "Hermes with a large number": {
    whole: '<tool_call>{"name":"get_weather","arguments":{"days":12345678901234567890}}</tool_call>',
    calls: [["get_weather", '{"days":12345678901234567890}']],
  },
  "Hermes with a tag in its arguments": {
    whole: '<tool_call>{"name":"get_weather","arguments":{"city":"</tool_call>"}}</tool_call>',
    calls: [["get_weather", '{"city":"</tool_call>"}']],
  },
  "Hermes without arguments": { whole: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>', calls: [["get_time", "{}"]] },
  "Granite's list": { whole: `<|tool_call|>[{"name":"get_weather","arguments":${oslo}}]`, calls: weather },
  "Phi-4-mini's list": {
    whole: `<|tool_call|>[{"name":"get_weather","arguments":${oslo}},{"name":"get_weather","arguments":${bergen}}]<|/tool_call|>`,
    calls: both,
  },
  "Command R7B's list": {
    whole: `<|START_ACTION|>[\n{"tool_call_id": "0", "tool_name": "get_weather", "parameters": ${oslo}}\n]<|END_ACTION|>`,
    calls: weather,
  },
  "Nemotron's list": { whole: `<TOOLCALL>[{"name":"get_weather","arguments":${oslo}}]</TOOLCALL>`, calls: weather },
  "Qwen3-Coder": {
    whole: `<tool_call>\n<function=get_weather>\n${valuesInTags}\n</function>\n</tool_call>`,
    calls: [["get_weather", '{"city":"Oslo","days":3}']],
  },
  "Qwen3-Coder without the outer tag": {
    whole: `<function=get_weather>\n${valuesInTags}\n</function>`,
    calls: [["get_weather", '{"city":"Oslo","days":3}']],
  },
  "Qwen3-Coder with lines and tags in a text": {
    whole: "<function=get_weather>\n<parameter=city>\n  <b>Os\n\n</b>\n</parameter> lo\n</parameter>\n</function>",
    calls: [["get_weather", '{"city":"  <b>Os\\n\\n</b>\\n</parameter> lo"}']],
  },
  "Qwen3-Coder with a number for a text, and a list": {
    whole: '<function=get_weather><parameter=city>12</parameter><parameter=towns>["a"]</parameter></function>',
    calls: [["get_weather", '{"city":"12","towns":["a"]}']],
  },
  "Qwen3-Coder with a text for a number": {
    whole: "<function=get_weather><parameter=days>many</parameter></function>",
    calls: [["get_weather", '{"days":"many"}']],
  },
  "Qwen3-Coder without arguments": { whole: "<tool_call>\n<function=get_time>\n</function>\n</tool_call>", calls: [["get_time", "{}"]] },
  "Qwen3-Coder twice": {
    whole: ["Oslo", "Bergen"]
      .map((city) => `<tool_call>\n<function=get_weather>\n<parameter=city>\n${city}\n</parameter>\n</function>\n</tool_call>`)
      .join("\n"),
    calls: both,
  },
  "Llama 3.1's function tag": { whole: `<function=get_weather>${oslo}</function>`, calls: weather },
  GLM: {
    whole:
      "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    calls: [["get_weather", '{"city":"Oslo","days":3}']],
  },
  "GLM without arguments": { whole: "<tool_call>get_time</tool_call>", calls: [["get_time", "{}"]] },
  MiniMax: {
    whole: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: weather,
  },
  "DeepSeek V3.2": {
    whole:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n<｜DSML｜parameter name="days" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [["get_weather", '{"city":"Oslo","days":3}']],
  },
  "two calls as Claude writes them": {
    whole:
      '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n<invoke name="get_weather">\n<parameter name="city">Bergen</parameter>\n</invoke>\n</function_calls>',
    calls: both,
  },
};

const deepSeek = (city: string) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n\`\`\`json\n${city}\n\`\`\`<｜tool▁call▁end｜>`;

const ofMarks: Readonly<Record<string, WrittenCalls>> = {
  Mistral: { whole: `[TOOL_CALLS] [{"name": "get_weather", "arguments": ${oslo}}]`, calls: weather },
  "Mistral with two calls and an end": {
    whole: `[TOOL_CALLS][{"name":"get_weather","arguments":${oslo},"id":"a"},{"name":"get_weather","arguments":${bergen},"id":"b"}]</s>`,
    calls: both,
  },
  "Mistral's name and arguments": { whole: `[TOOL_CALLS]get_weather${oslo}[TOOL_CALLS]get_weather${bergen}`, calls: both },
  "Mistral's marked arguments": { whole: `[TOOL_CALLS]get_weather[ARGS]${oslo}`, calls: weather },
  "Mistral's marked id": { whole: `[TOOL_CALLS]get_weather[CALL_ID]a1B2c3[ARGS]${oslo}`, calls: weather },
  "Mistral after a thought": {
    whole: `[THINK]They ask.[/THINK][TOOL_CALLS]get_weather[ARGS]${oslo}`,
    calls: weather,
    reasoning: "They ask.",
  },
  Llama: { whole: `<|python_tag|>{"name": "get_weather", "parameters": ${oslo}}`, calls: weather },
  "Llama with a type and an end": {
    whole: `<|python_tag|>{"type": "function", "name": "get_weather", "parameters": ${oslo}}<|eom_id|>`,
    calls: weather,
  },
  "Llama with two calls": {
    whole: `<|python_tag|>{"name": "get_weather", "parameters": ${oslo}}; {"name": "get_weather", "parameters": ${bergen}}`,
    calls: both,
  },
  "DeepSeek-R1": { whole: `<｜tool▁calls▁begin｜>${deepSeek(oslo)}<｜tool▁calls▁end｜>`, calls: weather },
  "DeepSeek-R1 with two calls": {
    whole: `<｜tool▁calls▁begin｜>${deepSeek(oslo)}\n${deepSeek(bergen)}<｜tool▁calls▁end｜>`,
    calls: both,
  },
  "DeepSeek V3.1": {
    whole: `I look.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>${oslo}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    calls: weather,
    text: "I look.",
  },
  Kimi: {
    whole: `<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>${oslo}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>${bergen}<|tool_call_end|><|tool_calls_section_end|>`,
    calls: both,
  },
};

const python = '[get_weather(city="Oslo", days=3)]';
const ofPython: [string, string][] = [["get_weather", '{"city":"Oslo","days":3}']];

/** Without marks, or with those of Llama 4. Sources: issues of vLLM (#22917, #46863, #16214), Ollama (#13519) and oMLX (#2565). */
const withoutMarks: Readonly<Record<string, WrittenCalls>> = {
  "JSON alone": { whole: `{"name": "get_weather", "parameters": ${oslo}}`, calls: weather },
  "JSON alone, with arguments": { whole: `\n{"name": "get_weather", "arguments": ${oslo}}\n`, calls: weather },
  "JSON alone, after a thought": {
    whole: `<think>They ask.</think>\n{"name": "get_weather", "arguments": ${oslo}}`,
    calls: weather,
    reasoning: "They ask.",
  },
  "JSON alone, with a type": { whole: `{"type": "function", "name": "get_weather", "parameters": ${oslo}}`, calls: weather },
  "JSON alone, in OpenAI's form": {
    whole: `{"type": "function", "function": {"name": "get_weather", "parameters": ${oslo}}}`,
    calls: weather,
  },
  "JSON alone, in OpenAI's form with an id and a text": {
    whole: `{"id": "a1", "type": "function", "function": {"name": "get_weather", "arguments": ${JSON.stringify(oslo)}}}`,
    calls: weather,
  },
  "JSON alone, with the function's name as the function": {
    whole: `{"function": "get_weather", "arguments": ${oslo}}`,
    calls: weather,
  },
  "JSON alone, with the arguments first": { whole: `{"arguments": ${oslo}, "name": "get_weather"}`, calls: weather },
  "JSON alone, as Python writes it": { whole: "{'name': 'get_weather', 'parameters': {'city': 'Oslo'}}", calls: weather },
  "JSON alone, without arguments": { whole: '{"name": "get_time", "parameters": {}}', calls: [["get_time", "{}"]] },
  "JSON alone, with null as arguments": { whole: '{"name": "get_time", "arguments": null}', calls: [["get_time", "{}"]] },
  "JSON alone, with a large number": {
    whole: '{"type":"function","function":{"name":"get_weather","arguments":{"days":12345678901234567890}}}',
    calls: [["get_weather", '{"days":12345678901234567890}']],
  },
  "JSON alone, with a mark at its end": { whole: `{"name": "get_weather", "parameters": ${oslo}}<|eot_id|>`, calls: weather },
  "a list of JSON": {
    whole: `[{"name": "get_weather", "arguments": ${oslo}}, {"name": "get_weather", "arguments": ${bergen}}]`,
    calls: both,
  },
  "two objects of JSON": {
    whole: `{"name": "get_weather", "arguments": ${oslo}}\n{"name": "get_weather", "arguments": ${bergen}}`,
    calls: both,
  },
  "two objects of JSON with a semicolon": {
    whole: `{"name": "get_weather", "parameters": ${oslo}}; {"name": "get_weather", "parameters": ${bergen}}`,
    calls: both,
  },
  "JSON in a block of code": { whole: `\`\`\`json\n{"name": "get_weather", "parameters": ${oslo}}\n\`\`\``, calls: weather },
  "a list in a block of code without a language": {
    whole: `\`\`\`\n[{"name": "get_weather", "parameters": ${oslo}}]\n\`\`\`\n`,
    calls: weather,
  },
  "Llama 4's list": { whole: python, calls: ofPython },
  "Llama 4's list of two": {
    whole: `[get_weather(city="Oslo"), get_weather(city='Bergen')]`,
    calls: both,
  },
  "Llama 4's call without arguments": { whole: "[get_time()]", calls: [["get_time", "{}"]] },
  "Llama 4's list with literals": {
    whole: `[get_weather(city="Os\\"l'o, [x](y)", days=-1.5e3, towns=['a', "b"], at={"x": [1, None]}, on=True, off=False, no=None, j=true)]`,
    calls: [
      [
        "get_weather",
        `{"city":"Os\\"l'o, [x](y)","days":-1.5e3,"towns":["a", "b"],"at":{"x": [1, null]},"on":true,"off":false,"no":null,"j":true}`,
      ],
    ],
  },
  "Llama 4's list with a long text": {
    whole: `[get_weather(city="""a "b"\nc""")]`,
    calls: [["get_weather", '{"city":"a \\"b\\"\\nc"}']],
  },
  "Llama 4's list over lines": { whole: `[\n  get_weather(\n    city="Oslo",\n    days=3,\n  ),\n]`, calls: ofPython },
  "Llama 4's list with arguments by their places": { whole: "[get_weather('Oslo', 3)]", calls: ofPython },
  "Llama 4's list with arguments by their places and names": { whole: "[get_weather('Oslo', days=3)]", calls: ofPython },
  "Llama 4's list with a list by its place": {
    whole: `[get_weather("Oslo", 3, ["a", 'b'])]`,
    calls: [["get_weather", '{"city":"Oslo","days":3,"towns":["a", "b"]}']],
  },
  "Llama 4's list on the last line": {
    whole: `I look at the forecast.\n\n${python}`,
    calls: ofPython,
    text: "I look at the forecast.\n\n",
  },
  "Llama 4's list on the last lines": {
    whole: `I look.\n[get_weather(city="Oslo"),\n get_weather(city="Bergen")]\n`,
    calls: both,
    text: "I look.\n",
  },
  "Llama 4's marks": { whole: `<|python_start|>${python}<|python_end|>`, calls: ofPython },
  "Llama 4's marks around JSON": { whole: `<|python_start|>{"name": "get_weather", "parameters": ${oslo}}<|python_end|>`, calls: weather },
  "Llama 4's marks after a text": { whole: `I look.<|python_start|>${python}<|python_end|><|eom|>`, calls: ofPython, text: "I look." },
  "Python after Llama's mark, without a list": { whole: `<|python_tag|>get_weather(city="Oslo", days=3)<|eom_id|>`, calls: ofPython },
  "two calls after Llama's mark, without a list": {
    whole: `<|python_tag|>get_weather(city="Oslo"); get_weather(city="Bergen")`,
    calls: both,
  },
};

/** Source: Google, "Function calling with Gemma", and the examples of its users. */
const ofGemma: Readonly<Record<string, WrittenCalls>> = {
  "Gemma's block": { whole: '```tool_code\nget_weather(city="Oslo", days=3)\n```', calls: ofPython },
  "Gemma's block with print": { whole: '```tool_code\nprint(get_weather(city="Oslo", days=3))\n```', calls: ofPython },
  "Gemma's block with arguments by their places": { whole: "```tool_code\nget_weather('Oslo', 3)\n```\n", calls: ofPython },
  "Gemma's block with two calls": {
    whole: '```tool_code\nprint(get_weather(city="Oslo"))\nprint(get_weather(city="Bergen"))\n```',
    calls: both,
  },
  "Gemma's block with a list": { whole: '```tool_code\n[get_weather(city="Oslo"), get_weather(city="Bergen")]\n```', calls: both },
  "Gemma's block after a text": {
    whole: 'I look.\n\n```tool_code\nget_weather(city="Oslo", days=3)\n```',
    calls: ofPython,
    text: "I look.\n\n",
  },
  "Gemma's block without an end": { whole: '```tool_code\nget_weather(city="Oslo", days=3)', calls: ofPython },
  "Gemma's block with the end of a turn": {
    whole: '```tool_code\nget_weather(city="Oslo", days=3)\n```<end_of_turn>',
    calls: ofPython,
  },
};

export const writtenCalls: Readonly<Record<string, WrittenCalls>> = {
  ...ofHarmony,
  ...ofTags,
  ...ofMarks,
  ...withoutMarks,
  ...ofGemma,
};
