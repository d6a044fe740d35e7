/** Texts by a word of the prompt in; a service as a user's own, with its fault models, which answers such prompts with the text, out. */
import { createServer, request } from "node:http";
import { text } from "node:stream/consumers";
import { startService } from "../../src/service/startService.ts";

export const scriptedServiceKey = "ui-scripted-key-0123456789";

export interface ScriptedService {
  url: string;
  close(): Promise<void>;
}

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

/** Everything else is passed on as it is, byte by byte, and cut off where the service cuts it off. */
export async function startScriptedService(script: Readonly<Record<string, string>>): Promise<ScriptedService> {
  const service = await startService({ keys: [scriptedServiceKey], faults: true });
  const front = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const last = body.slice(body.lastIndexOf('"input_text"'));
    const word = incoming.url === "/api/v1/responses" ? Object.keys(script).find((known) => last.includes(known)) : undefined;
    if (word !== undefined) {
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      outgoing.end(writeAnswer(script[word] ?? ""));
      return;
    }
    const { method, headers } = incoming;
    const passed = request(`${service.url}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("data", (chunk: Buffer) => outgoing.write(chunk));
      answer.on("end", () => outgoing.end());
      answer.on("error", () => outgoing.destroy());
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server that listens has a port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await service.close();
    },
  };
}
