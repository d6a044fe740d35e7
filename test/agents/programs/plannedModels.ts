/** The planned engine in the interfaces of agents that bring their own model. Sources: Anthropic, "Streaming messages"; Google, "streamGenerateContent". */
import type { Answer } from "../../providers/engineServer.ts";
import { nextStep, textOf } from "./nextStep.ts";

interface AnthropicPart {
  type: string;
  text?: string;
}
interface AnthropicRequest {
  model: string;
  messages: { role: string; content: string | AnthropicPart[] }[];
  tools?: { name: string }[];
}

const send = (response: Parameters<Answer>[1], lines: readonly string[]) =>
  response.writeHead(200, { "content-type": "text/event-stream" }).end(lines.join(""));

export const plannedAnthropic: Answer = (request, response) => {
  const { model, messages, tools = [] }: AnthropicRequest = JSON.parse(String(request.body));
  const resultsOf = ({ content }: AnthropicRequest["messages"][number]) =>
    typeof content === "string" ? 0 : content.filter(({ type }) => type === "tool_result").length;
  const said = messages.map(({ content }, index) => ({
    text: textOf(content),
    results: messages.slice(index + 1).reduce((sum, later) => sum + resultsOf(later), 0),
  }));
  const names = tools.map(({ name }) => name);
  const { words, call } = nextStep(said, names);
  const block = call ? { type: "tool_use", id: `toolu_${messages.length}`, name: call.name, input: {} } : { type: "text", text: "" };
  const delta = call ? { type: "input_json_delta", partial_json: call.arguments } : { type: "text_delta", text: words };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${messages.length}`, type: "message", role: "assistant", model, content: [], stop_reason: null, usage };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  send(
    response,
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  );
};

interface GeminiRequest {
  contents: { role: string; parts: { text?: string; functionResponse?: unknown }[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
}

export const plannedGemini: Answer = (request, response) => {
  const { contents, tools = [] }: GeminiRequest = JSON.parse(String(request.body));
  const resultsOf = ({ parts }: GeminiRequest["contents"][number]) => parts.filter((part) => part.functionResponse !== undefined).length;
  const said = contents.map(({ parts }, index) => ({
    text: textOf(parts),
    results: contents.slice(index + 1).reduce((sum, later) => sum + resultsOf(later), 0),
  }));
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
  const { words, call } = nextStep(said, names);
  const part = call ? { functionCall: { name: call.name, args: JSON.parse(call.arguments) } } : { text: words };
  const answer = {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  if (request.path.includes(":streamGenerateContent")) send(response, [`data: ${JSON.stringify(answer)}\n\n`]);
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
};
