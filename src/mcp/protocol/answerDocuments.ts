/** Prompts and resources. */
import type { Server } from "@modelcontextprotocol/server";
import { viewUri } from "../../contract/agentView.ts";
import { fillPrompt, listPrompts } from "../prompts.ts";
import { readResult } from "../tasks/readResult.ts";
import { viewResource } from "../view/view.ts";
import { type AgentSession, refuse } from "./agentSession.ts";

export function answerDocuments(server: Server, { studio }: AgentSession): void {
  server.setRequestHandler("prompts/list", async () => ({ prompts: await listPrompts(studio).catch(refuse(studio)) }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const { description, text } = await fillPrompt(studio, params.name, params.arguments ?? {}).catch(refuse(studio));
    return { description, messages: [{ role: "user", content: { type: "text", text: studio.redact(text) } }] };
  });
  // Results are not listed, because a tool finds them by their content. Clients find the view through the tools that use it.
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const { view } = studio.options;
    if (uri === viewUri && view !== undefined) return { contents: [viewResource(view.document, view.texts)] };
    return { contents: [await readResult(studio, uri).catch(refuse(studio, { uri }))] };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
}
