/**
 * How the page of a panel calls its host, and how the host pushes what has changed. Each panel has one map of calls, each with a reply, and
 * one stream of pushes. Both sides check what they receive.
 *
 * ```
 * const protocol = { calls: { ready: [nothing, nothing], find: [querySchema, foundSchema] }, pushes: changeSchema } as const satisfies PanelProtocol;
 * page: const found = await host.call("find", query);
 * host: new PanelHost({ protocol, handlers: { ready: () => {}, find: (query) => library.find(query) }, … });
 * ```
 */
import * as z from "zod/mini";

// zod compiles schemas with `new Function` if it can. The panels' content security policy forbids that and reports each attempt.
z.config({ jitless: true });

/** The input of a call without one, and the reply of a call that only ends. */
export const nothing = z.void();

type Schema = z.ZodMiniType;

export interface PanelProtocol {
  /** By name: its input and its reply. The page calls `ready` when it can receive pushes. */
  readonly calls: {
    readonly ready: readonly [typeof nothing, typeof nothing];
    readonly [name: string]: readonly [input: Schema, reply: Schema];
  };
  readonly pushes: Schema;
}

export type CallName<Protocol extends PanelProtocol> = keyof Protocol["calls"] & string;
/** As it is written by the page. */
export type CallInput<Protocol extends PanelProtocol, Name extends CallName<Protocol>> = z.input<Protocol["calls"][Name][0]>;
/** As it is read by the host. */
export type ReceivedInput<Protocol extends PanelProtocol, Name extends CallName<Protocol>> = z.output<Protocol["calls"][Name][0]>;
/** As it is read by the page. */
export type CallReply<Protocol extends PanelProtocol, Name extends CallName<Protocol>> = z.output<Protocol["calls"][Name][1]>;
export type Push<Protocol extends PanelProtocol> = z.output<Protocol["pushes"]>;

type Handled<Protocol extends PanelProtocol, Name extends CallName<Protocol>> = z.input<Protocol["calls"][Name][1]>;
/** What the host does for each call. A compromised page could send any input, so handlers check what it names. */
export type CallHandlers<Protocol extends PanelProtocol> = {
  readonly [Name in CallName<Protocol>]: (
    input: ReceivedInput<Protocol, Name>,
  ) => Handled<Protocol, Name> | Promise<Handled<Protocol, Name>>;
};

const callSchema = z.object({ call: z.number(), name: z.string(), input: z.optional(z.unknown()) });
const toPageSchema = z.union([
  z.object({ reply: z.number(), value: z.optional(z.unknown()), isFailed: z.optional(z.boolean()) }),
  z.object({ push: z.unknown() }),
]);

/** The page's message. `call`: its number, which the reply repeats. */
export type CallMessage = z.infer<typeof callSchema>;
export type ToPage = z.infer<typeof toPageSchema>;

/** undefined: not a message of a host. */
export function readToPage(value: unknown): ToPage | undefined {
  return toPageSchema.safeParse(value).data;
}

export interface CallAnswering {
  send(message: ToPage): void;
  /** A valid call is about to be handled. */
  begin(name: string): void;
  /** The message is no valid call. `why`: without its values. */
  refuse(why: string): void;
  /** A handler has thrown. */
  fail(error: unknown): void;
}

/** As the page reads it; undefined: it does not fit the protocol. */
export function readReply<Protocol extends PanelProtocol, Name extends CallName<Protocol>>(
  { calls }: Protocol,
  name: Name,
  value: unknown,
): CallReply<Protocol, Name> | undefined {
  const schemas = calls[name];
  return schemas && z.safeParse<Protocol["calls"][Name][1]>(schemas[1], value).data;
}

/** Calls the handler of the call that a page has sent, and sends the reply. */
export async function answerCall<Protocol extends PanelProtocol>(
  protocol: Protocol,
  handlers: CallHandlers<Protocol>,
  message: unknown,
  { send, begin, refuse, fail }: CallAnswering,
): Promise<void> {
  const sent = callSchema.safeParse(message).data;
  if (sent === undefined) return refuse("it is no call");
  const { call: reply, name, input } = sent;
  const isCall = (called: string): called is CallName<Protocol> => Object.hasOwn(protocol.calls, called);
  const read = isCall(name) ? readCall(protocol, handlers, name, input) : { why: "its name is not known" };
  if ("why" in read) {
    refuse(read.why);
    return send({ reply, isFailed: true });
  }
  begin(name);
  let answer: ToPage = { reply, isFailed: true };
  try {
    const value = await read.handle();
    answer = { reply, ...(value === undefined ? {} : { value }) };
  } catch (error) {
    fail(error);
  }
  send(answer);
}

/** `why`: it is refused, without its values. */
function readCall<Protocol extends PanelProtocol, Name extends CallName<Protocol>>(
  { calls }: Protocol,
  handlers: CallHandlers<Protocol>,
  name: Name,
  value: unknown,
): { handle(): unknown } | { why: string } {
  const schemas = calls[name];
  const input = schemas && z.safeParse<Protocol["calls"][Name][0]>(schemas[0], value);
  if (input?.success) return { handle: () => handlers[name]?.(input.data) };
  return { why: `${name} with ${input?.error.issues.map(({ path }) => path.join(".")).join(", ")}` };
}
