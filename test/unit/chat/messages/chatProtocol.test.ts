/** The chat's calls and pushes: what does not fit them is refused, and the log repeats no content. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { chatProtocol } from "../../../../src/chat/messages/chatProtocol.ts";
import { chatPushSchema } from "../../../../src/chat/messages/chatPush.ts";
import { answerCall, type CallHandlers, type PanelProtocol } from "../../../../src/contract/panelProtocol.ts";

const secret = "sk-secret-0123456789abcdef";
const protocol: PanelProtocol = chatProtocol;
const handlers: CallHandlers<PanelProtocol> = {
  ready: () => {},
  ...Object.fromEntries(Object.keys(chatProtocol.calls).map((name) => [name, () => {}])),
};

async function answer(name: string, input?: unknown): Promise<string> {
  let happened = "";
  const note = (text: string) => {
    happened = text;
  };
  await answerCall(
    protocol,
    handlers,
    { call: 1, name, input },
    {
      send: () => {},
      begin: (handled) => note(`handles ${handled}`),
      refuse: (why) => note(`refuses ${why}`),
      fail: (error) => note(String(error)),
    },
  );
  return happened;
}

test.each([
  ["stop", undefined, "handles stop"],
  ["send", { text: "Hello" }, "handles send"],
  ["applyCode", { turnId: "a", code: "1", language: "ts", info: "ts", before: "" }, "handles applyCode"],
  ["send", { text: [secret] }, "refuses send with text"],
  ["send", { [secret]: secret }, "refuses send with text"],
  ["send", secret, "refuses send with "],
  ["changeSettings", { settings: { model: [secret] } }, "refuses changeSettings with settings.model"],
  ["exportConversation", { id: secret, format: "exe" }, "refuses exportConversation with format"],
  [secret, undefined, "refuses its name is not known"],
])("%s %j", async (name, input, expected) => {
  expect(await answer(name, input)).toBe(expected);
});

test.each([
  [{ type: "draft", text: "Hello" }, true],
  [{ type: "focusInput" }, true],
  [{ type: "draft" }, false],
  [{ type: "no such" }, false],
  [{ type: "__proto__" }, false],
  [{}, false],
  ["draft", false],
  [undefined, false],
])("the push %j is read: %s", (push, isRead) => {
  expect(z.safeParse(chatPushSchema, push).success).toBe(isRead);
});
