/** Texts by a word of the prompt in; a service as a user's own, with its fault models, which answers such prompts with the text, out. */
import { startService } from "../../src/service/startService.ts";
import { type Front, openFront } from "./openFront.ts";

export const scriptedServiceKey = "ui-scripted-key-0123456789";

/** One answer as a stream, with its citations. Source: the Responses format. */
function writeAnswer(markdown: string): string {
  const annotations = [...markdown.matchAll(/\(source: (\S+)\)/g)].map(({ 0: whole, 1: url, index }) => ({
    type: "url_citation",
    url,
    title: "A source",
    start_index: index,
    end_index: index + whole.length,
  }));
  const item = {
    id: "msg_1",
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text: markdown, annotations }],
  };
  const response = { id: "resp_scripted", object: "response", created_at: 1, model: "demo-text", status: "completed", output: [item] };
  return `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response })}\n\n`;
}

/** Everything else is passed on as it is. */
export async function startScriptedService(script: Readonly<Record<string, string>>): Promise<Front> {
  const service = await startService({ keys: [scriptedServiceKey], faults: true });
  return openFront(service, (incoming, body, outgoing) => {
    const last = body.slice(body.lastIndexOf('"input_text"'));
    const word = incoming.url === "/api/v1/responses" ? Object.keys(script).find((known) => last.includes(known)) : undefined;
    if (word === undefined) return false;
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.end(writeAnswer(script[word] ?? ""));
    return true;
  });
}
