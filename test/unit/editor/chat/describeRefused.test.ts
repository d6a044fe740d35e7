/** Messages that the panel never sends: the log describes the error and repeats no content. */
import { expect, test } from "vitest";
import { readToHost } from "../../../../src/chat/messages/toHost.ts";
import { describeRefused } from "../../../../src/editor/chat/describeRefused.ts";

const secret = "sk-secret-0123456789abcdef";

test.each([
  [{ type: "send", text: [secret] }, "send with text"],
  [{ type: "send", [secret]: secret }, "send with text"],
  [{ type: "changeSettings", settings: { model: [secret] } }, "changeSettings with settings."],
  [{ type: "exportConversation", id: secret, format: "exe" }, "exportConversation with format"],
  [{ type: secret }, "its type is not known"],
  [{ type: { send: secret } }, "its type is not known"],
  [secret, "its type is not known"],
  [null, "its type is not known"],
  [[], "its type is not known"],
])("%# is refused and described", (message, part) => {
  expect(readToHost(message)).toBeUndefined();
  expect(describeRefused(message)).toContain(part);
  expect(describeRefused(message)).not.toContain(secret);
});
