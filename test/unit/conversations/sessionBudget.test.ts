/** Whatever requests an answer asks the user first if a budget is used up; without consent nothing is sent, and nothing is lost. */
import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../../src/chat/conversation/turn.ts";
import type { Session } from "../../../src/conversations/session.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, type RawRequest, streamAnswer } from "../client/http/rawServer.ts";
import { begun, ended, openSessionRun, response } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;
const whole = () => streamAnswer([begun, ended("ok")]);
const document = { name: "Summary", fields: { model: "own" }, before: [] };
const stored = (state: "completed" | "truncated") =>
  conversation([prompt("p"), answer("a", "p", { state, parts: [{ kind: "text", key: "0", text: "Half", citations: [] }] })]);
const queued = { id: "q", text: "What waited", attachments: [] };

const requesters: [string, (session: Session) => void, ReturnType<typeof conversation>, string][] = [
  ["a message", (session) => session.send("Tell me", []), conversation([]), "model"],
  [
    "a message of a conversation without a model",
    (session) => session.send("Tell me", []),
    { ...conversation([]), settings: { ...defaultSettings, model: "" } },
    "chosen",
  ],
  ["a prompt document", (session) => session.send("Tell me", [], document), conversation([]), "own"],
  ["another answer", (session) => session.regenerate("a"), stored("completed"), "model"],
  ["another model's answer", (session) => session.regenerate("a", "other"), stored("completed"), "other"],
  ["a comparison", (session) => session.compare("a", "other"), stored("completed"), "other"],
  ["the rest of an answer", (session) => session.continueAnswer("a"), stored("truncated"), answer("a", "p").model],
  ["an edited message", (session) => session.resend("p", "Edited"), stored("completed"), "model"],
  ["a queue that goes on", (session) => session.resumeQueue(), { ...stored("completed"), queue: [queued], queuePause: "stopped" }, "model"],
];

describe.for(requesters)("%s", ([name, request, it, model]) => {
  test("is asked for with the model that answers", async () => {
    const models: (string | undefined)[] = [];
    const mayAnswer = async (findModel: () => Promise<string | undefined>) => models.push(await findModel()) > 0;
    const use = async (session: Session, requests: readonly RawRequest[]) => {
      request(session);
      await expect.poll(() => requests.length).toBe(1);
      expect([...models, JSON.parse(requests[0]?.body.toString() ?? "").model]).toEqual([model, model]);
    };
    await withSession(structuredClone(it), whole, use, { mayAnswer });
  });

  test("is requested after the user's consent", async () => {
    await withSession(structuredClone(it), whole, async (session, requests) => {
      request(session);
      await expect.poll(() => requests.length).toBe(1);
    });
  });

  test("is not requested without it, and asked for once", async () => {
    const before = structuredClone(it);
    let asked = 0;
    const mayAnswer = async () => {
      asked += 1;
      return false;
    };
    const use = async (session: Session, requests: readonly unknown[]) => {
      request(session);
      await expect.poll(() => asked).toBe(1);
      await expect.poll(() => session.conversation.queue.length === 0 || session.conversation.queuePause === "budget").toBe(true);
      expect(session.conversation.turns).toEqual(it.turns);
      // What the user wrote waits; what was asked with a click is dropped.
      const written = it.queue.length > 0 ? "What waited" : it.turns.length === 0 ? "Tell me" : "Edited";
      const isWritten = it.queue.length > 0 || it.turns.length === 0 || name === "an edited message";
      expect(session.conversation.queue.map(({ text }) => text)).toEqual(isWritten ? [written] : []);
      expect([requests.length, asked]).toEqual([0, 1]);
    };
    await withSession(before, whole, use, { mayAnswer });
  });
});

test("an answer that exists is fetched without a question", async () => {
  const cut = conversation([prompt("p"), answer("a", "p", { state: "truncated", responseId: "resp_1", createdAt: Date.now() })]);
  const use = async (session: Session) => {
    session.fetchAnswer("a");
    await expect.poll(() => session.conversation.turns[1]).toMatchObject({ state: "completed" });
  };
  await withSession(cut, () => jsonAnswer(200, response("The whole answer")), use, { mayAnswer: () => Promise.reject(new Error("Asked")) });
});
