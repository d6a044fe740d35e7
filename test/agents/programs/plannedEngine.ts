/** An engine that does what the user's text says: see `nextStep`. */
import {
  type Answer,
  chunk,
  type Engine,
  finishChunk,
  openEngine,
  sendEvents,
  sendJson,
  usageChunk,
} from "../../providers/engineServer.ts";
import { nextStep, textOf } from "./nextStep.ts";
import { plannedAnthropic, plannedGemini } from "./plannedModels.ts";

interface Message {
  role: string;
  content: unknown;
}

/** The same for each request, so that what is charged is the number of requests. */
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

const answer: Answer = (request, response) => {
  const { messages, tools = [] }: { messages: Message[]; tools?: { function: { name: string } }[] } = JSON.parse(String(request.body));
  const said = messages.flatMap(({ role, content }, index) =>
    role === "user" ? [{ text: textOf(content), results: messages.slice(index).filter((later) => later.role === "tool").length }] : [],
  );
  const names = tools.map((tool) => tool.function.name);
  const { words, call } = nextStep(said, names);
  const toolCall = { tool_calls: [{ index: 0, id: `engine_${messages.length}`, type: "function", function: call }] };
  const events = call ? [chunk(toolCall), finishChunk("tool_calls")] : [chunk({ content: words }), finishChunk("stop")];
  sendEvents([...events, usageChunk(usage)])(request, response);
};

export function openPlannedEngine(): Promise<Engine> {
  return openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "planner" }] }),
    "POST /v1/chat/completions": answer,
    "POST /v1/messages": plannedAnthropic,
    "POST /v1beta/models/*": plannedGemini,
  });
}
