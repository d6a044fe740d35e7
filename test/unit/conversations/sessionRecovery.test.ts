/** After the end of another run of the editor, answers are completed, and queued prompts wait for the user. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, type RawAnswer, startRawServer } from "../client/http/rawServer.ts";
import { last, openAnswer, openSessionRun, response, settled } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

describe("after a crash", () => {
  function recorded(column: "state" | "id" = "state") {
    const journal = new DatabaseSync(path.join(run.folder, "tasks.sqlite"), { readOnly: true });
    try {
      return journal
        .prepare(`SELECT ${column} AS found FROM tasks`)
        .all()
        .map(({ found }) => found);
    } finally {
      journal.close();
    }
  }

  /** The conversation of a process that was killed in this state. */
  async function kill(respond: RawAnswer, left: object) {
    await using server = await startRawServer(() => respond);
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "answeringProcess.ts"), run.folder, server.baseUrl]);
    const exited = once(child, "exit");
    try {
      await expect.poll(() => run.conversations.load("c")?.turns[1]).toMatchObject(left);
      await expect.poll(() => server.requests.length).toBe(1);
      // The journal is written beside the conversation.
      await expect.poll(() => recorded("id")).toEqual([left === half ? "resp_1" : null]);
    } finally {
      child.kill("SIGKILL");
      await exited;
    }
    return run.conversations.load("c") ?? conversation([]);
  }

  const half = { state: "streaming", parts: [{ text: "Half" }] };
  const gone = () => jsonAnswer(404, { error: { message: "Gone", type: "invalid_request_error", param: null, code: "not_found" } });

  test("the received text of an answer is kept, although the process was killed and the service has no copy", async () => {
    await withSession(await kill(openAnswer().respond, half), gone, async (session) => {
      session.recover();
      await settled(session, "truncated");
      expect(last(session).parts).toMatchObject([{ text: "Half" }]);
    });
  }, 180_000);

  test("another process fetches an answer before its conversation is opened, and the conversation asks for nothing", async () => {
    const respond = () => jsonAnswer(200, response("The whole answer"));
    await withSession(await kill(openAnswer().respond, half), respond, async (session, requests) => {
      await expect.poll(() => recorded()).toEqual(["saved"]);
      session.recover();
      await settled(session, "completed");
      expect(last(session).parts).toMatchObject([{ text: "The whole answer" }]);
      expect(requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual(["GET /api/v1/responses/resp_1"]);
    });
  }, 180_000);

  test("an answer of which the killed process had received nothing is marked as cut off, and nothing is sent", async () => {
    await withSession(await kill(() => undefined, { state: "waiting" }), gone, async (session, requests) => {
      session.recover();
      await settled(session, "truncated");
      expect([last(session).error, requests]).toEqual([undefined, []]);
    });
  }, 180_000);

  test("an answer with an id is completed by GET", async () => {
    const cut = answer("a", "p", { state: "streaming", responseId: "resp_1" });
    await withSession(
      conversation([prompt("p"), cut]),
      () => jsonAnswer(200, response("The whole answer")),
      async (session, requests) => {
        session.recover();
        await settled(session, "completed");
        expect(requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual(["GET /api/v1/responses/resp_1"]);
        expect(last(session).parts).toMatchObject([{ text: "The whole answer" }]);
      },
    );
  });

  test("the answer of another model, beside which the first one is shown, is completed by GET, and stays beside it", async () => {
    const compared = answer("b", "p", { state: "streaming", responseId: "resp_2", model: "other", comparedWith: "a" });
    await withSession(
      conversation([prompt("p"), answer("a", "p", { comparedWith: "b" }), compared], { chosen: { p: "a" } }),
      () => jsonAnswer(200, response("The other answer", { id: "resp_2" })),
      async (session, requests) => {
        session.recover();
        await expect
          .poll(() => session.conversation.turns[2])
          .toMatchObject({ state: "completed", comparedWith: "a", parts: [{ text: "The other answer" }] });
        expect(requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual(["GET /api/v1/responses/resp_2"]);
        expect(session.conversation.turns).toHaveLength(3);
      },
    );
  });

  test.for([["streaming"], ["completed"]] as const)(
    "what waited for an answer that was %s is not sent by opening the conversation",
    async ([state]) => {
      const queue = [{ id: "q", text: "What waited", attachments: [] }];
      run.conversations.saveAll(conversation([prompt("p"), answer("a", "p", { state, responseId: "resp_1" })], { queue }));
      const loaded = run.conversations.load("c") ?? conversation([]);
      await withSession(
        loaded,
        () => jsonAnswer(200, response("The whole answer")),
        async (session, requests) => {
          session.recover();
          await settled(session, "completed");
          expect(run.conversations.load("c")).toMatchObject({ queue, queuePause: "closed" });
          expect(requests.map(({ method }) => method)).toEqual(state === "streaming" ? ["GET"] : []);
        },
      );
    },
  );

  test("an answer without an id is marked as cut off, and nothing is sent", async () => {
    const cut = answer("a", "p", { state: "waiting" });
    await withSession(
      conversation([prompt("p"), cut]),
      () => jsonAnswer(500, {}),
      async (session, requests) => {
        session.recover();
        await settled(session, "truncated");
        expect(requests).toEqual([]);
      },
    );
  });
});
