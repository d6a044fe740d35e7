/** Calls of a page: a valid one is handled and answered, and anything else is refused. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { answerCall, nothing, type PanelProtocol, type ToPage } from "../../../src/contract/panelProtocol.ts";

const protocol = {
  calls: {
    ready: [nothing, nothing],
    add: [z.object({ one: z.number(), other: z.number() }), z.object({ sum: z.number() })],
    keep: [z.object({ data: z.instanceof(Uint8Array) }), nothing],
  },
  pushes: z.object({ type: z.literal("changed") }),
} as const satisfies PanelProtocol;

async function answer(message: unknown) {
  const sent: ToPage[] = [];
  const happened: string[] = [];
  const handlers = {
    ready: () => {},
    add: async ({ one, other }: { one: number; other: number }) => {
      if (one + other > 100) throw new Error("too much");
      return { sum: one + other };
    },
    keep: ({ data }: { data: Uint8Array }) => void happened.push(`kept ${data.length}`),
  };
  await answerCall(protocol, handlers, message, {
    send: (reply) => sent.push(reply),
    begin: (name) => happened.push(`begin ${name}`),
    refuse: (why) => happened.push(`refused: ${why}`),
    fail: (error) => happened.push(String(error)),
  });
  return { sent, happened };
}

test.for<[unknown, ToPage[], string[]]>([
  [{ call: 1, name: "ready" }, [{ reply: 1 }], ["begin ready"]],
  [{ call: 2, name: "add", input: { one: 1, other: 2 } }, [{ reply: 2, value: { sum: 3 } }], ["begin add"]],
  [{ call: 3, name: "keep", input: { data: new Uint8Array(4) } }, [{ reply: 3 }], ["begin keep", "kept 4"]],
  [{ call: 4, name: "add", input: { one: 99, other: 2 } }, [{ reply: 4, isFailed: true }], ["begin add", "Error: too much"]],
  [{ call: 5, name: "add", input: { one: "1", other: 2 } }, [{ reply: 5, isFailed: true }], ["refused: add with one"]],
  [{ call: 6, name: "add" }, [{ reply: 6, isFailed: true }], ["refused: add with "]],
  [{ call: 7, name: "keep", input: { data: [1, 2] } }, [{ reply: 7, isFailed: true }], ["refused: keep with data"]],
  [{ call: 8, name: "remove", input: {} }, [{ reply: 8, isFailed: true }], ["refused: its name is not known"]],
  ...["constructor", "toString", "hasOwnProperty"].map((name): [unknown, ToPage[], string[]] => [
    { call: 9, name },
    [{ reply: 9, isFailed: true }],
    ["refused: its name is not known"],
  ]),
  [{ name: "add", input: { one: 1, other: 2 } }, [], ["refused: it is no call"]],
  [{ call: "1", name: "ready" }, [], ["refused: it is no call"]],
  [{ type: "ready" }, [], ["refused: it is no call"]],
  ["ready", [], ["refused: it is no call"]],
  [undefined, [], ["refused: it is no call"]],
])("%j", async ([message, sent, happened]) => {
  expect(await answer(message)).toEqual({ sent, happened });
});
