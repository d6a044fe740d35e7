/** Engines that answer every question with the same text, in two interfaces. Sources: OpenAI, "Chat Completions" and "Responses". */
import { chunk, type Engine, finishChunk, openEngine, sendEvents, sendJson } from "./engineServer.ts";

export function openTextEngine(answer: string): Promise<Engine> {
  const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] };
  const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
  const done = { ...item, status: "completed", content: [{ type: "output_text", text: answer, annotations: [] }] };
  const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
  return openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "gpt-5-mini", object: "model", created: 1, owned_by: "lab" }] }),
    "POST /v1/chat/completions": sendEvents([chunk({ role: "assistant", content: answer }), finishChunk("stop")]),
    "POST /v1/responses": sendEvents([
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_text.delta", ...location, delta: answer },
      { type: "response.output_item.done", output_index: 0, item: done },
      { type: "response.completed", response: { ...response, status: "completed", output: [done], usage } },
    ]),
  });
}
