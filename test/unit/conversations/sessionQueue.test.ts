/** Queued prompts are sent one after the other, but not after an answer that was stopped or failed. */
import { describe, expect, test } from "vitest";
import { visiblePath } from "../../../src/chat/conversation/conversation.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, streamAnswer } from "../client/http/rawServer.ts";
import { begun, ended, last, openAnswer, openSessionRun, settled } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

describe("prompts", () => {
  test("are queued while an answer runs, and sent after it", async () => {
    const answering = openAnswer();
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? answering.respond : streamAnswer([begun, ended("ok")])),
      async (session, requests) => {
        session.send("one", []);
        session.send("two", []);
        await expect.poll(() => session.conversation.queue).toMatchObject([{ text: "two" }]);
        answering.write(ended("ok, one"));
        answering.write("");
        await expect.poll(() => requests.length).toBe(2);
        await expect.poll(() => session.conversation.turns.length).toBe(4);
        await settled(session, "completed");
        expect(requests[1]?.body).toContain("ok, one");
      },
    );
  });

  const errors = [
    [429, { error: { message: "Slow down", type: "rate_limit_error", code: "rate_limit_exceeded", param: null } }],
    [401, { error: { message: "Invalid API key", type: "authentication_error", code: "invalid_api_key", param: null } }],
    [500, { error: { message: "Failed", type: "api_error", code: "api_error", param: null } }],
  ] as const;
  test.for(errors)("in the queue are not sent after a %s, until the user requests it", async ([status, body]) => {
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? jsonAnswer(status, body, { "retry-after": "90" }) : streamAnswer([begun, ended("ok")])),
      async (session, requests) => {
        for (const text of ["one", "two", "three"]) session.send(text, []);
        await expect.poll(() => session.conversation.queuePause).toBe("failed");
        expect(run.conversations.load("c")).toMatchObject({ queue: [{ text: "two" }, { text: "three" }], queuePause: "failed" });
        expect(requests).toHaveLength(1);
        session.resumeQueue();
        await expect.poll(() => requests.length).toBe(3);
        await expect.poll(() => session.conversation.turns.length).toBe(6);
        await settled(session, "completed");
        expect(session.conversation.queue).toEqual([]);
      },
    );
  });

  test("in the queue are not sent after Stop, nor with the next prompt that the user sends", async () => {
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? openAnswer().respond : streamAnswer([begun, ended("ok")])),
      async (session, requests) => {
        session.send("one", []);
        session.send("two", []);
        await expect.poll(() => last(session).parts?.length).toBe(1);
        session.stop();
        await expect.poll(() => session.conversation.queuePause).toBe("stopped");
        session.send("Answer this first", []);
        await settled(session, "completed");
        // Stop also deletes the answer at the service.
        const sent = () => requests.filter(({ method }) => method === "POST");
        expect(sent()[1]?.body).toContain("Answer this first");
        expect(session.conversation).toMatchObject({ queue: [{ text: "two" }], queuePause: "stopped" });
        const [two] = session.conversation.queue;
        session.removeQueued(two?.id ?? "");
        expect(run.conversations.load("c")?.queuePause).toBeUndefined();
        expect(sent()).toHaveLength(2);
      },
    );
  });

  test("that are edited create a branch, and the old one is kept", async () => {
    await withSession(
      conversation([prompt("p"), answer("a", "p")]),
      () => streamAnswer([begun, ended("new")]),
      async (session) => {
        session.resend("p", "better words");
        await settled(session, "completed");
        expect(visiblePath(session.conversation).map((turn) => turn.role === "user" && turn.text)).toEqual(["better words", false]);
        expect(session.conversation.turns).toHaveLength(4);
      },
    );
  });
});
