/** What the answers to one client share, in both revisions of the protocol. */

import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { type ViewFacts, viewFactsKey } from "../../contract/agentView.ts";
import { errorText } from "../../contract/errorText.ts";
import type { AgentStudio } from "../agentStudio.ts";
import type { AgentTool, ToolResult } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import { canShowView } from "../view/view.ts";

/** The extension with tasks of revision 2026-07-28. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

const capabilitiesSchema = z.looseObject({
  roots: z.optional(z.unknown()),
  extensions: z.optional(z.record(z.string(), z.unknown())),
});
export type ClientCapabilities = z.infer<typeof capabilitiesSchema>;

const envelopeSchema = z.object({ "io.modelcontextprotocol/clientCapabilities": capabilitiesSchema });

export interface AgentSession {
  readonly studio: AgentStudio;
  readonly tools: readonly AgentTool[];
  /** 2025-11-25 and earlier revisions begin with a handshake; each request of 2026-07-28 states the client's capabilities. */
  readonly era: "legacy" | "modern";
  /** The capabilities that the client stated in the handshake. */
  stated(): unknown;
  /** The client's roots in revision 2026-07-28, in which it answers a question with them; undefined: they are not used. */
  readonly roots: AskedRoots | undefined;
}

/** Roots that the client sends with its second attempt of a call. */
export interface AskedRoots {
  uris: readonly string[] | undefined;
}

export function capabilitiesOf(session: AgentSession, { mcpReq }: ServerContext): ClientCapabilities {
  if (session.era === "legacy") return capabilitiesSchema.safeParse(session.stated()).data ?? {};
  return envelopeSchema.safeParse(mcpReq.envelope).data?.["io.modelcontextprotocol/clientCapabilities"] ?? {};
}

export function hasViews({ studio }: AgentSession, { extensions }: ClientCapabilities): boolean {
  return studio.options.view !== undefined && canShowView(extensions);
}

export function hasTasks({ extensions }: ClientCapabilities): boolean {
  return extensions?.[tasksExtension] !== undefined;
}

/** A result of `tools/call`. */
interface ProtocolResult extends Pick<ToolResult, "content" | "isError"> {
  _meta?: Record<string, unknown>;
  [name: string]: unknown;
}

/** The result of a tool as the protocol writes it. Keys are removed from everything that is sent, whatever a service answers. */
export function describeAnswer(
  session: AgentSession,
  capabilities: ClientCapabilities,
  tool: AgentTool | undefined,
  { content, isError, tasks }: ToolResult,
): ProtocolResult {
  const { redact, options } = session.studio;
  const cleaned = content.map((part) => (part.type === "text" ? { ...part, text: redact(part.text) } : part));
  const result = { content: cleaned, ...(isError === undefined ? {} : { isError }) };
  if (tasks === undefined || tool === undefined || !hasViews(session, capabilities)) return result;
  const facts: ViewFacts = {
    tasks: tasks.map((task) => ({ ...task, prompt: redact(task.prompt) })),
    tool: tool.name,
    repeats: tool.effect === "generates",
    waitSeconds: Math.floor(options.waitMilliseconds / 1000),
  };
  return { ...result, _meta: { [viewFactsKey]: facts } };
}

/** Turns an error into one of the protocol. */
export function refuseCall(studio: AgentStudio, data?: Record<string, unknown>): (error: unknown) => never {
  return (error) => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, agentMessage(error, studio), data);
  };
}

export function agentMessage(error: unknown, { redact }: AgentStudio): string {
  if (error instanceof ServiceError) return redact(describeErrorPlainly(error));
  if (error instanceof ToolError) return redact(error.message);
  return redact(`Unexpected: ${errorText(error)}`);
}
