/** The interface of a tool, in the terms of the Model Context Protocol. */
import type * as z from "zod/mini";
import type { ViewTask } from "../contract/agentView.ts";
import { describeIssues } from "../contract/describeIssue.ts";
import { inEnglish } from "../contract/translate.ts";
import { describeReason } from "../disclosure/judge.ts";
import { findWithheld } from "../disclosure/judgeWords.ts";
import { ToolError } from "./toolError.ts";

/** Limit for an error description in UTF-16 code units, because it contains names that the caller chose. */
const longestReason = 600;

export type Content =
  | { type: "text"; text: string }
  | { type: "resource_link"; uri: string; name: string; mimeType: string; size: number; annotations: Audience }
  | { type: "image"; data: string; mimeType: string; annotations: Audience; _meta?: Record<string, string> };

/** To whom a client shows something. */
interface Audience {
  audience: ("user" | "assistant")[];
}

export interface ToolResult {
  content: Content[];
  isError?: boolean;
  /** For clients that can show a view. */
  tasks?: ViewTask[];
}

export interface CallContext {
  /** Fires when the client no longer waits for the answer. */
  signal: AbortSignal;
  /** Reports progress, if the client asked for it. */
  report?: ((message: string) => void) | undefined;
}

export interface AgentTool {
  name: string;
  title: string;
  /** Description for the model. */
  description: string;
  /** Strict: unknown arguments are refused. */
  input: z.ZodMiniType;
  effect: "reads" | "generates" | "deletes";
  /** Whether its results are files that a client may show in a view. */
  hasView?: boolean;
  /** Throws ToolError or ServiceError. `input` was parsed with the schema. */
  call(input: unknown, context: CallContext): Promise<ToolResult>;
  /** Set if a call can be a durable task. Starts it; resolves with its id in the protocol when it is in the journal. Throws like `call`. */
  begin?(input: unknown): Promise<string>;
}

/** Connects the type of the schema with that of the functions. */
export function defineTool<Schema extends z.ZodMiniType>(
  tool: Omit<AgentTool, "input" | "call" | "begin"> & {
    input: Schema;
    call(input: z.infer<Schema>, context: CallContext): Promise<ToolResult>;
    begin?(input: z.infer<Schema>): Promise<string>;
  },
): AgentTool {
  const { input, call, begin, ...rest } = tool;
  const read = (given: unknown) => {
    const asked = readInput(input, given);
    if (tool.effect === "generates") refusePrivateWords(asked);
    return asked;
  };
  return {
    ...rest,
    input,
    call: async (given, context) => call(read(given), context),
    ...(begin === undefined ? {} : { begin: async (given: unknown) => begin(read(given)) }),
  };
}

/** A file that the agent has read with its own tools may have instructed it to send a secret on. Throws ToolError. */
function refusePrivateWords(given: unknown): void {
  const [first] = findWithheld(given);
  if (first !== undefined)
    throw new ToolError(`The argument \`${first.name}\` ${describeReason(first.reason)}, which is not sent. Write a placeholder instead.`);
}

/** Parses the arguments of a call with the tool's schema. Throws ToolError that lists every invalid argument. */
function readInput<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.infer<Schema> {
  const read = schema.safeParse(given ?? {});
  if (read.success) return read.data;
  throw new ToolError(`The arguments are not valid. ${describeIssues(read.error, inEnglish)}`.slice(0, longestReason));
}
