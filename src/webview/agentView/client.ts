/** The connection to the client that shows the view: JSON-RPC in window messages. Source: MCP Apps, 2026-01-26. */
import * as z from "zod/mini";

const messageSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

export interface Client {
  /** Rejects with an Error if the client rejects the request, or its answer does not match the schema. */
  request<Schema extends z.ZodMiniType>(method: string, params: object, answer: Schema): Promise<z.infer<Schema>>;
  notify(method: string, params: object): void;
  /** Ignores notifications whose parameters do not match the schema. */
  listen<Schema extends z.ZodMiniType>(method: string, params: Schema, receive: (params: z.infer<Schema>) => void): void;
}

export function connectClient(): Client {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: unknown) => void>();
  let last = 0;
  // The origin of the parent window is unknown, and the messages contain nothing that is secret to it.
  const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent) return;
    const read = messageSchema.safeParse(data);
    if (!read.success) return;
    const { id, method, params, result, error } = read.data;
    if (method !== undefined && id !== undefined) {
      // A client checks whether the view responds, and announces that it will be removed. No other methods are supported.
      const isKnown = method === "ping" || method === "ui/resource-teardown";
      send({ id, ...(isKnown ? { result: {} } : { error: { code: -32601, message: `Method not found: ${method}` } }) });
    } else if (method !== undefined) listeners.get(method)?.(params);
    else if (typeof id === "number") {
      const waiting = pending.get(id);
      pending.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error.message));
    }
  });
  return {
    async request(method, params, answer) {
      last += 1;
      const waiting = Promise.withResolvers<unknown>();
      pending.set(last, waiting);
      send({ id: last, method, params });
      return answer.parse(await waiting.promise);
    },
    notify: (method, params) => send({ method, params }),
    listen(method, schema, receive) {
      listeners.set(method, (params) => {
        const read = schema.safeParse(params);
        if (read.success) receive(read.data);
      });
    },
  };
}
