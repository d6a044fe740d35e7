/** An engine that calls the functions which the user's text names, in order, and then answers: `[[name {"argument": 1}]]`. */
import { type Answer, chunk, type Engine, finishChunk, openEngine, sendEvents, sendJson } from "../../providers/engineServer.ts";

interface Message {
  role: string;
  content: unknown;
}

const plan = /\[\[([\w.-]+) (\{.*?\})\]\]/g;
const textOf = (content: unknown): string => (typeof content === "string" ? content : JSON.stringify(content ?? "").replaceAll('\\"', '"'));

const answer: Answer = (request, response) => {
  const { messages, tools = [] }: { messages: Message[]; tools?: { function: { name: string } }[] } = JSON.parse(String(request.body));
  const asked = messages.findLastIndex(({ role, content }) => role === "user" && /\[\[/.test(textOf(content)));
  const steps = [...textOf(messages[asked]?.content).matchAll(plan)];
  const done = messages.slice(asked + 1).filter(({ role }) => role === "tool").length;
  const [, name, args] = steps[done] ?? [];
  const isOffered = tools.some((tool) => tool.function.name === name);
  const call = { tool_calls: [{ index: 0, id: `engine_${done}`, type: "function", function: { name, arguments: args } }] };
  const words = name === undefined ? "All done." : `There is no function ${name}.`;
  const events = isOffered ? [chunk(call), finishChunk("tool_calls")] : [chunk({ content: words }), finishChunk("stop")];
  sendEvents(events)(request, response);
};

export function openPlannedEngine(): Promise<Engine> {
  return openEngine({ "GET /v1/models": sendJson({ data: [{ id: "planner" }] }), "POST /v1/chat/completions": answer });
}
