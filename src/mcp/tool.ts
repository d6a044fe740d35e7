/** What a tool is, in the terms of the Model Context Protocol. */
import type * as z from "zod/mini";
import type { ViewTask } from "../contract/agentView.ts";
import { readInput } from "./readInput.ts";

export type Content =
  | { type: "text"; text: string }
  | { type: "resource_link"; uri: string; name: string; mimeType: string; size: number; annotations: Audience }
  | { type: "image"; data: string; mimeType: string; annotations: Audience; _meta: Record<string, string> };

/** Whom a client shows something to. */
interface Audience {
  audience: "user"[];
}

export interface ToolResult {
  content: Content[];
  isError?: boolean;
  /** For the view of a client that shows one. */
  tasks?: ViewTask[];
}

export interface CallContext {
  /** Fires when the client no longer waits for the answer. */
  signal: AbortSignal;
  /** Reports what is under way, where the client asked for it. */
  report?: ((message: string) => void) | undefined;
}

export interface Tool {
  name: string;
  title: string;
  /** For the model. */
  description: string;
  /** Strict: what it does not know is refused. */
  input: z.ZodMiniType;
  effect: "reads" | "generates" | "deletes";
  /** Whether its results are files, which a client may show in a view. */
  hasView?: boolean;
  /** Throws ToolError or ServiceError. `input` is as the schema reads it. */
  call(input: unknown, context: CallContext): Promise<ToolResult>;
  /** Where a call can be a durable task: begins it, and resolves with its id in the protocol once it is in the journal. Throws as `call` does. */
  begin?(input: unknown): Promise<string>;
}

/** Keeps the type of the input between the schema and the functions. */
export function defineTool<Schema extends z.ZodMiniType>(
  tool: Omit<Tool, "input" | "call" | "begin"> & {
    input: Schema;
    call(input: z.infer<Schema>, context: CallContext): Promise<ToolResult>;
    begin?(input: z.infer<Schema>): Promise<string>;
  },
): Tool {
  const { input, call, begin, ...rest } = tool;
  return {
    ...rest,
    input,
    call: async (given, context) => call(readInput(input, given), context),
    ...(begin === undefined ? {} : { begin: async (given: unknown) => begin(readInput(input, given)) }),
  };
}
