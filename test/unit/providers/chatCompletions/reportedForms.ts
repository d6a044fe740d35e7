/** More forms of answers. Sources: public reports of engines, gateways and their clients. */
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
  withOdd,
} from "../../../providers/engineAnswers/engineAnswer.ts";

const oslo = '{"city":"Oslo"}';
const wholly = (body: unknown, expected: EngineAnswer["expected"] = hello): EngineAnswer => ({ pieces: [json(body)], expected });
const withUsage = (counts: unknown, expected: [number, number]): EngineAnswer => ({
  pieces: [text("Hello"), finish("stop"), usage(counts), done],
  expected: { text: "Hello", usage: expected },
});

const thoughts: EngineAnswers = {
  "an opening tag twice": ofThought([text("<think>\n<think>\nThey greet.\n</think>\n\nHello")]),
  "an opening tag twice, in deltas": ofThought(["<think>", "\n", "<think>", "\nThey greet.", "\n</think>", "\n\nHello"].map(text)),
  "a closing tag twice": ofThought([text("<think>They greet.</think>\n</think>\n\nHello")]),
  "a closing tag twice, in deltas": ofThought(["<think>They greet.", "</think>", "</think>", "Hello"].map(text)),
  "two thoughts in tags": ofThought([text("<think>They</think>\n<think> greet.</think>Hello")], { text: "Hello", reasoning: "Theygreet." }),
  "tags in the text around separate thinking": ofThought([
    text("<think>"),
    delta({ reasoning_content: "They greet." }),
    text("</think>"),
    text("\n\nHello"),
  ]),
  "reasoning as a list of parts": ofThought([delta({ reasoning_content: [{ type: "text", text: "They greet." }] }), text("Hello")]),
  "reasoning as a list of texts": ofThought([delta({ reasoning: ["They ", "greet."] }), text("Hello")]),
  "a delta of the type thinking_delta": ofThought([delta({ type: "thinking_delta", thinking: "They greet." }), text("Hello")]),
  "reasoning in a whole message": wholly(
    choice({ message: { content: "Hello", reasoning_content: "They greet." }, finish_reason: "stop" }),
    {
      text: "Hello",
      reasoning: "They greet.",
    },
  ),
};

const ofText = (whole: string, expected: string): EngineAnswers => ({
  [`the text ${whole}`]: { pieces: [text(whole), finish("stop"), done], expected: { text: expected } },
  [`the text ${whole}, one character a delta`]: {
    pieces: [...Array.from(whole, (one) => text(one)), finish("stop"), done],
    expected: { text: expected },
  },
});
const endMarks: EngineAnswers = {
  ...ofText("Hello<|im_end|>", "Hello"),
  ...ofText("Hello\n<|im_end|>\n<|endoftext|>", "Hello\n"),
  ...ofText("Hello<|eot_id|>", "Hello"),
  ...ofText("Hello!<end_of_turn>\n", "Hello!"),
  ...ofText("Hello<｜end▁of▁sentence｜>", "Hello"),
  "a mark after a thought": ofThought([text("<think>They greet.</think>Hello<|im_end|>")]),
  ...ofText(`Hello${"<|im_end|>".repeat(6)}`, `Hello${"<|im_end|>".repeat(2)}`),
  ...ofText("Hello<|im_end", "Hello<|im_end"),
  ...ofText("The mark is <|im_end|>", "The mark is <|im_end|>"),
  ...ofText("The mark is `<|im_end|>`", "The mark is `<|im_end|>`"),
  ...ofText("<|im_end|> is a mark", "<|im_end|> is a mark"),
  ...ofText("<|im_end|>", "<|im_end|>"),
  ...ofText("a <b>bold</b> <", "a <b>bold</b> <"),
  "a mark before a call": {
    pieces: [text("Hello<|im_end|>"), call(named("get_weather", oslo, { index: 0, id: "a" })), finish("tool_calls"), done],
    expected: { text: "Hello", calls: [["get_weather", oslo, "completed"]] },
  },
};

const odd: EngineAnswers = {
  ...Object.fromEntries(
    ["", 0, true, false, [], [[]], { choices: {} }, { choices: "" }, { choices: [{}] }, { choices: [{ delta: [] }] }].map((value) => [
      `the value ${json(value)} between deltas`,
      withOdd(event(value)),
    ]),
  ),
  "a field retry and an id": withOdd("retry: 3000\nid: 7\n\n"),
  "an empty field data": withOdd("data\n\n"),
  "an event of an unknown name without an answer": withOdd('event: metadata\ndata: {"run_id":"a"}\n\n'),
  "content as a list of texts": { pieces: [delta({ content: ["Hel", "lo"] }), finish("stop"), done], expected: hello },
  "content as a number": { pieces: [delta({ content: 7 }), finish("stop"), done], expected: { text: "7" } },
  "tool_calls as an empty object": { pieces: [delta({ content: "Hello", tool_calls: {} }), finish("stop"), done], expected: hello },
  "tool_calls as an empty text": { pieces: [delta({ content: "Hello", tool_calls: "" }), finish("stop"), done], expected: hello },
};

const calls: EngineAnswers = {
  "a function null before its name": ofCalls([
    call({ index: 0, id: "a", type: "function", function: null }),
    call(named("get_weather", oslo, { index: 0 })),
  ]),
  "a call of the older form whose name is empty later": {
    pieces: [
      delta({ function_call: { name: "get_weather", arguments: "" } }),
      delta({ function_call: { name: "", arguments: oslo } }),
      finish("function_call"),
      done,
    ],
    expected: { calls: [["get_weather", oslo, "completed"]] },
  },
  "two functions with the same id and no index": ofCalls(
    [call(named("get_weather", oslo, { id: "call_0" })), call(named("get_time", "{}", { id: "call_0" }))],
    [
      ["get_weather", oslo, "completed"],
      ["get_time", "{}", "completed"],
    ],
  ),
  "one function twice with the same id and no index": ofCalls(
    [call(named("get_weather", oslo, { id: "get_weather" })), call(named("get_weather", '{"city":"Rome"}', { id: "get_weather" }))],
    [
      ["get_weather", oslo, "completed"],
      ["get_weather", '{"city":"Rome"}', "completed"],
    ],
  ),
  "arguments with a number as a name": ofCalls([call({ index: 0, id: 1, function: { name: "get_weather", arguments: oslo } })]),
  "a call with the arguments beside the function": ofCalls([
    call({ index: 0, id: "a", function: { name: "get_weather" }, arguments: oslo }),
  ]),
  "a call with its parameters in the function": ofCalls([
    call({ index: 0, id: "a", function: { name: "get_weather", parameters: { city: "Oslo" } } }),
  ]),
  "a call whose function is a text beside its arguments": ofCalls([
    call({ index: 0, id: "a", function: "get_weather", arguments: { city: "Oslo" } }),
  ]),
  "a call in a choice, beside an empty delta": {
    pieces: [event(choice({ delta: {}, tool_calls: [named("get_weather", oslo, { index: 0, id: "a" })] })), finish("tool_calls"), done],
    expected: { calls: [["get_weather", oslo, "completed"]] },
  },
};

const errors: EngineAnswers = Object.fromEntries(
  [
    { ResponseMetadata: { RequestId: "a", Error: { Code: "InvalidParameter", Message: overflow } } },
    { Response: { RequestId: "a", Error: { Code: "InvalidParameter", Message: overflow } } },
    { header: { code: 10_907, message: overflow, sid: "a" } },
    { errcode: 40_001, errmsg: overflow },
    { code: 1, errMsg: overflow },
    { ok: false, description: overflow },
    { result: "error", message: overflow },
    { error: { error: { error: { message: overflow } } } },
    { error: { errors: [{ message: overflow }] } },
    { err: overflow },
    { exception: overflow },
    { status: "failed", reason: overflow },
    { type: "response.failed", response: { status: "failed", error: { code: "x", message: overflow } } },
    { choices: [{ index: 0, delta: {}, finish_reason: "error", error_message: overflow }] },
    { success: "false", message: overflow },
    { statusText: "Bad Request", status: 400, data: { message: overflow } },
  ].flatMap((body) => [
    [`the error ${json(body)}`, onlyError(event(body))],
    [`the error ${json(body)} as JSON`, onlyError(json(body))],
  ]),
);
const textErrors: EngineAnswers = {
  "an error as a JSON text": onlyError(event(`Error: ${overflow}`)),
  "an event named exception": onlyError(`event: exception\ndata: ${overflow}\n\n`),
  "an error with its status before JSON": onlyError(`data: 400 ${json({ error: { message: overflow } })}\n\n`),
};

const counts: EngineAnswers = {
  "only a total and the output": withUsage({ total_tokens: 5, completion_tokens: 2 }, [3, 2]),
  "zeros beside the counts by other names": withUsage(
    { prompt_tokens: 0, completion_tokens: 0, input_tokens: 3, output_tokens: 2 },
    [3, 2],
  ),
  "Anthropic's input without what was cached": withUsage(
    { input_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 1, output_tokens: 2 },
    [14, 2],
  ),
  "an input that contains what was cached": withUsage(
    { prompt_tokens: 13, input_tokens: 3, cache_read_input_tokens: 10, completion_tokens: 2 },
    [13, 2],
  ),
  "Bedrock's input without what was cached": withUsage(
    { inputTokens: 3, cacheReadInputTokens: 10, outputTokens: 2, totalTokens: 15 },
    [13, 2],
  ),
  "Gemini's thoughts, which are not among the candidates": withUsage(
    { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 4, totalTokenCount: 9 },
    [3, 6],
  ),
};

const interfaces: EngineAnswers = {
  "DashScope's own text": wholly(
    { output: { text: "Hello", finish_reason: "stop" }, usage: { input_tokens: 3, output_tokens: 2 }, request_id: "a" },
    { text: "Hello", usage: [3, 2] },
  ),
  "DashScope's own message": wholly({
    output: { choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }] },
    request_id: "a",
  }),
  "Spark's own interface": wholly({
    header: { code: 0, message: "Success", sid: "a", status: 2 },
    payload: { choices: { status: 2, seq: 0, text: [{ content: "Hello", role: "assistant", index: 0 }] } },
  }),
  "an answer in data": wholly({ code: 0, message: "ok", data: choice({ message: { content: "Hello" }, finish_reason: "stop" }) }),
  "chunks in data": {
    pieces: [
      event({ code: 0, data: choice({ delta: { content: "Hello" } }) }),
      event({ data: choice({ delta: {}, finish_reason: "stop" }) }),
      done,
    ],
    expected: hello,
  },
  "Bedrock's Llama": wholly({ generation: "Hello", prompt_token_count: 3, generation_token_count: 2, stop_reason: "stop" }),
  "Bedrock's Mistral": wholly({ outputs: [{ text: "Hello", stop_reason: "stop" }] }),
  "Bedrock's Titan": wholly({ inputTextTokenCount: 3, results: [{ tokenCount: 2, outputText: "Hello", completionReason: "FINISH" }] }),
  "AI21's own interface": wholly({ id: 1, completions: [{ data: { text: "Hello" }, finishReason: { reason: "endoftext" } }] }),
  "vLLM's demonstration server": wholly({ text: ["Hello"] }),
  "Anthropic's older interface": wholly({ completion: "Hello", stop_reason: "stop_sequence", model: "m" }),
  "Cloudflare's own interface": wholly({ result: { response: "Hello" }, success: true, errors: [], messages: [] }),
};

export const reportedForms: EngineAnswers = {
  ...thoughts,
  ...endMarks,
  ...odd,
  ...calls,
  ...errors,
  ...textErrors,
  ...counts,
  ...interfaces,
};
