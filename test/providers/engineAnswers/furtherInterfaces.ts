/** Streams of other interfaces behind chat completions, in forms that users have reported. */
import { type EngineAnswers, event, failed, hello, json, thought, weather } from "./engineAnswer.ts";

const oslo = '{"city":"Oslo"}';
const noArguments: [string, string, "completed"][] = [["get_time", "{}", "completed"]];
const counted = { text: "Hello", usage: [3, 2] as [number, number] };
const ofResponse = (type: string, fields: object) => `event: ${type}\n${event({ type, ...fields })}`;
const lines = (...values: unknown[]): string[] => values.map((value) => `${json(value)}\n`);

export const furtherInterfaces: EngineAnswers = {
  "Ollama's own interface with a call": {
    pieces: lines(
      {
        model: "m",
        message: { role: "assistant", content: "", tool_calls: [{ function: { name: "get_weather", arguments: { city: "Oslo" } } }] },
        done: false,
      },
      { model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
    ),
    expected: weather,
  },
  "Ollama's own interface with two equal calls": {
    pieces: lines(
      {
        message: {
          role: "assistant",
          content: "",
          tool_calls: [
            { function: { index: 0, name: "get_time", arguments: {} } },
            { function: { index: 1, name: "get_time", arguments: {} } },
          ],
        },
        done: false,
      },
      { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
    ),
    expected: { calls: [...noArguments, ...noArguments] },
  },
  "Ollama's own interface with thinking": {
    pieces: lines(
      { message: { role: "assistant", content: "", thinking: "They greet." }, done: false },
      { message: { role: "assistant", content: "Hello" }, done: false },
      { message: { role: "assistant", content: "" }, done: true, done_reason: "length", prompt_eval_count: 3, eval_count: 2 },
    ),
    expected: { ...thought, usage: [3, 2], status: "incomplete", reason: "max_output_tokens" },
  },
  "Cohere's older interface": {
    pieces: lines(
      { event_type: "stream-start", is_finished: false, generation_id: "g" },
      { event_type: "text-generation", is_finished: false, text: "Hel" },
      { event_type: "text-generation", is_finished: false, text: "lo" },
      { event_type: "stream-end", is_finished: true, finish_reason: "COMPLETE", response: { text: "Hello", finish_reason: "COMPLETE" } },
    ),
    expected: hello,
  },
  "Responses: only whole items": {
    pieces: [
      ofResponse("response.created", { response: { object: "response", status: "in_progress", output: [] } }),
      ofResponse("response.output_item.done", {
        output_index: 0,
        item: { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] },
      }),
      ofResponse("response.output_item.done", {
        output_index: 1,
        item: { type: "function_call", call_id: "a", name: "get_weather", arguments: oslo },
      }),
      ofResponse("response.completed", { response: { status: "completed", output: [] } }),
    ],
    expected: { ...weather, ...hello },
  },
  "Responses: deltas, whole items and the whole response": {
    pieces: [
      ofResponse("response.output_text.delta", { output_index: 0, delta: "Hello" }),
      ofResponse("response.output_text.done", { output_index: 0, text: "Hello" }),
      ofResponse("response.output_item.done", {
        output_index: 0,
        item: { type: "message", content: [{ type: "output_text", text: "Hello" }] },
      }),
      ofResponse("response.output_item.added", {
        output_index: 1,
        item: { type: "function_call", call_id: "a", name: "get_weather", arguments: "" },
      }),
      ofResponse("response.function_call_arguments.delta", { output_index: 1, delta: oslo }),
      ofResponse("response.function_call_arguments.done", { output_index: 1, arguments: oslo }),
      ofResponse("response.output_item.done", {
        output_index: 1,
        item: { type: "function_call", call_id: "a", name: "get_weather", arguments: oslo },
      }),
      ofResponse("response.completed", {
        response: {
          status: "completed",
          output: [
            { type: "message", content: [{ type: "output_text", text: "Hello" }] },
            { type: "function_call", call_id: "a", name: "get_weather", arguments: oslo },
          ],
        },
      }),
    ],
    expected: { ...weather, ...hello },
  },
  "Responses: an error event": {
    pieces: [ofResponse("error", { code: "server_error", message: "out of memory", param: null, sequence_number: 2 })],
    expected: failed(/out of memory/),
  },
  "Responses: two texts": {
    pieces: [
      ofResponse("response.output_text.delta", { output_index: 0, delta: "Hel" }),
      ofResponse("response.output_item.done", {
        output_index: 0,
        item: { type: "message", content: [{ type: "output_text", text: "Hel" }] },
      }),
      ofResponse("response.output_text.delta", { output_index: 1, delta: "lo" }),
      ofResponse("response.output_item.done", {
        output_index: 1,
        item: { type: "message", content: [{ type: "output_text", text: "lo" }] },
      }),
      ofResponse("response.completed", { response: { status: "completed", output: [] } }),
    ],
    expected: hello,
  },
  "Gemini: a finish reason as a number beside its parts": {
    pieces: [event({ candidates: [{ content: { parts: [{ text: "Hello" }], role: "model" }, finish_reason: 1, index: 0 }] })],
    expected: hello,
  },
  "Gemini: no parts and the limit": {
    pieces: [
      event({
        candidates: [{ content: { role: "model" }, finishReason: "MAX_TOKENS", index: 0 }],
        usageMetadata: { promptTokenCount: 3, thoughtsTokenCount: 2 },
      }),
    ],
    expected: { status: "incomplete", reason: "max_output_tokens", usage: [3, 2] },
  },
  "Gemini: an empty candidate and usage": {
    pieces: [
      event({ candidates: [{ content: { parts: [{ text: "Hello" }] } }] }),
      event({ candidates: [{}], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } }),
      event({ candidates: [{ finishReason: "STOP" }] }),
    ],
    expected: counted,
  },
  "Anthropic: a stream in which ping has a comment": {
    pieces: [
      event({ type: "message_start", message: { usage: { input_tokens: 3 } } }),
      ": ping\n\n",
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } }),
      event({ type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: { output_tokens: 2 } }),
      event({ type: "message_stop" }),
    ],
    expected: counted,
  },
  "Anthropic: a call whose arguments are cut off": {
    pieces: [
      event({ type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "a", name: "get_weather", input: {} } }),
      event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"city":"Os' } }),
      event({ type: "message_delta", delta: { stop_reason: "max_tokens" } }),
    ],
    expected: { status: "incomplete", reason: "max_output_tokens", calls: [["get_weather", '{"city":"Os', "incomplete"]] },
  },
};
