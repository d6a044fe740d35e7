/** Two models answer one prompt, and the user keeps one of the answers. */
import { expect, test } from "vitest";
import { comparedAnswers, findTurn, visiblePath } from "../../../src/chat/conversation/conversation.ts";
import type { Session } from "../../../src/conversations/session.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, streamAnswer } from "../client/http/rawServer.ts";
import { begun, delta, ended, last, openSessionRun } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

function asked() {
  const stored = conversation([prompt("p", null), answer("a", "p")]);
  run.conversations.saveAll(stored);
  return stored;
}
const spoken = (text: string) => streamAnswer([begun, delta(text), ended(text)]);
const modelOf = ({ body }: { body: string }): unknown => JSON.parse(body).model;
const compared = (session: Session) => comparedAnswers(session.conversation, last(session));
const whenCompared = (session: Session, state = "completed") => expect.poll(() => compared(session)?.[1].state).toBe(state);

test("the other model gets the same prompt, and both answers are shown side by side, also after a reload", async () => {
  await withSession(
    asked(),
    () => spoken("Other"),
    async (session, requests) => {
      session.compare("a", "other-model");
      await whenCompared(session);
      expect(requests.map(modelOf)).toEqual(["other-model"]);
      expect(compared(session)).toMatchObject([{ id: "a" }, { model: "other-model", comparedWith: "a", parts: [{ text: "Other" }] }]);
      expect(last(session).id).toBe("a");
      const stored = run.conversations.load("c");
      expect(stored && comparedAnswers(stored, stored.turns.find(({ id }) => id === "a") ?? last(session))).toEqual(compared(session));
    },
  );
});

test("the conversation continues with the kept answer", async () => {
  await withSession(
    asked(),
    () => spoken("Other"),
    async (session) => {
      session.compare("a", "other-model");
      await whenCompared(session);
      const other = compared(session)?.[1].id ?? "";
      session.keepAnswer(other);
      expect(compared(session)).toBeUndefined();
      expect(last(session).id).toBe(other);
      const stored = run.conversations.load("c");
      expect(stored && visiblePath(stored).map(({ id }) => id)).toEqual(["p", other]);
      expect(stored && findTurn(stored, other)).not.toHaveProperty("comparedWith");
    },
  );
});

test("sending a message first keeps the original answer and ends the comparison", async () => {
  await withSession(
    asked(),
    () => spoken("Other"),
    async (session) => {
      session.compare("a", "other-model");
      await whenCompared(session);
      session.send("Go on", []);
      await expect.poll(() => visiblePath(session.conversation).length).toBe(4);
      expect(visiblePath(session.conversation)[1]?.id).toBe("a");
      expect(session.conversation.turns.filter((turn) => turn.role === "assistant" && turn.comparedWith !== undefined)).toEqual([]);
    },
  );
});

test("a failed answer is requested again from the same model, beside the same answer", async () => {
  const refused = { error: { code: "api_error", message: "The model failed to generate a response." } };
  await withSession(
    asked(),
    (_, index) => (index === 0 ? jsonAnswer(500, refused) : spoken("Other")),
    async (session, requests) => {
      session.compare("a", "other-model");
      await whenCompared(session, "failed");
      session.regenerate(compared(session)?.[1].id ?? "");
      await whenCompared(session);
      expect(requests.map(modelOf)).toEqual(["other-model", "other-model"]);
      expect(compared(session)?.[0].id).toBe("a");
    },
  );
});

test("the first answer is regenerated in its place by its model, and then the second one beside it", async () => {
  const refused = { error: { code: "api_error", message: "The model failed to generate a response." } };
  await withSession(
    asked(),
    (_, index) => (index === 0 ? jsonAnswer(500, refused) : spoken(`${index}`)),
    async (session, requests) => {
      session.regenerate("a");
      await expect.poll(() => last(session).state).toBe("failed");
      const failed = last(session).id;
      session.compare(failed, "other-model");
      await whenCompared(session);
      session.regenerate(failed);
      await expect.poll(() => compared(session)?.[0]).toMatchObject({ state: "completed", parts: [{ text: "2" }] });
      const second = compared(session)?.[1];
      expect(second).toMatchObject({ model: "other-model", parts: [{ text: "1" }] });
      session.regenerate(second?.id ?? "");
      await expect.poll(() => compared(session)?.[1]).toMatchObject({ state: "completed", parts: [{ text: "3" }] });
      expect(compared(session)?.[0]).toMatchObject({ parts: [{ text: "2" }] });
      const [first] = requests.map(modelOf);
      expect(requests.map(modelOf)).toEqual([first, "other-model", first, "other-model"]);
    },
  );
});

test("a comparison that is asked for while an answer is running waits for its end", async () => {
  await withSession(
    asked(),
    () => spoken("So"),
    async (session, requests) => {
      session.send("Go on", []);
      session.compare("a", "other-model");
      expect(session.conversation.queue).toMatchObject([{ text: "Go on" }, { action: { type: "compare", turnId: "a" } }]);
      await expect.poll(() => requests.map(modelOf)).toEqual([expect.not.stringMatching("other-model"), "other-model"]);
      await expect.poll(() => session.conversation.turns.at(-1)).toMatchObject({ comparedWith: "a", state: "completed" });
    },
  );
});
