/** A conversation from its first prompt on, with a real service on a socket and a real database. */
import { describe, expect, test } from "vitest";
import { applyChange } from "../../../src/chat/conversation/change.ts";
import type { Conversation } from "../../../src/chat/conversation/conversation.ts";
import { defaultSettings } from "../../../src/chat/conversation/turn.ts";
import type { Session } from "../../../src/conversations/session.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, type RawAnswer, streamAnswer } from "../client/http/rawServer.ts";
import { begun, delta, ended, event, last, openSessionRun, response, settled } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

describe("an answer", () => {
  test("is streamed, sent to panels in batches, and stored on disk", async () => {
    await withSession(
      conversation([], { title: "" }),
      () => streamAnswer([begun, delta("Hel"), delta("lo"), ended("Hello")]),
      async (session) => {
        const reported: string[] = [];
        session.subscribe((changes) => reported.push(...changes.map(({ type }) => type)));
        session.send("Say hello to me", []);
        await settled(session, "completed");
        expect(last(session)).toMatchObject({ demo: true, responseId: "resp_1", usage: { total_tokens: 3 }, parts: [{ text: "Hello" }] });
        expect(session.conversation.title).toBe("Say hello to me");
        expect(reported).toContain("answerSettled");
        expect(run.conversations.load("c")?.turns).toEqual(session.conversation.turns);
      },
    );
  });

  test("to a document's prompt uses the document's fields and model, also if it was queued, edited or regenerated", async () => {
    await withSession(
      conversation([]),
      () => streamAnswer([begun, delta("Hello"), ended("Hello")]),
      async (session, requests) => {
        const bodies = () => requests.map(({ body }): unknown => JSON.parse(body));
        const document = { name: "review", fields: { model: "other", temperature: 0.2 }, before: [] };
        session.send("First", []);
        session.send("Review this", [], document);
        await expect.poll(() => bodies()[1]).toMatchObject({ model: "other", temperature: 0.2 });
        await settled(session, "completed");
        await expect.poll(() => session.conversation.turns.length).toBe(4);
        expect(last(session).model).toBe("other");
        expect(run.conversations.load("c")?.turns[2]).toMatchObject({ text: "Review this", document });
        session.regenerate(last(session).id, "third");
        await expect.poll(() => bodies()[2]).toMatchObject({ model: "third", temperature: 0.2 });
        await settled(session, "completed");
        session.resend(session.conversation.turns[2]?.id ?? "", "Review that");
        await expect.poll(() => bodies()[3]).toMatchObject({ model: "other", temperature: 0.2 });
        await settled(session, "completed");
        session.send("Thanks", []);
        await expect.poll(() => bodies()[4]).toMatchObject({ model: "model" });
        expect(bodies()[4]).not.toHaveProperty("temperature");
        await settled(session, "completed");
      },
    );
  });

  test("that is a task is shown at the end and stored immediately, without a request to the service, also while another answer runs", async () => {
    const open: RawAnswer = (socket) => void socket.write(streamAnswer([begun, delta("Half")], ""));
    await withSession(
      conversation([]),
      () => open,
      async (session, requests) => {
        session.send("Write on", []);
        await expect.poll(() => last(session).parts?.length).toBe(1);
        const running = last(session).id;
        session.addTask({ key: "k", kind: "image", model: "painter" }, { text: "/image a fox", attachments: [] });
        const [, , asked, task] = session.conversation.turns;
        expect(asked).toMatchObject({ text: "/image a fox", parentId: running });
        expect(task).toMatchObject({ parentId: asked?.id, model: "painter", parts: [{ kind: "task", task: "k", media: "image" }] });
        session.addTask({ key: "l", kind: "image", model: "painter" }, { id: asked?.id ?? "" });
        session.addTask(
          { key: "m", kind: "audio", model: "painter" },
          { text: "/audio Hi", attachments: [], parentId: asked?.parentId ?? null },
        );
        expect(session.conversation.turns.slice(4).map(({ parentId }) => parentId)).toEqual([asked?.id, running, last(session).parentId]);
        await expect.poll(() => run.conversations.load("c")?.turns.length).toBe(7);
        session.stop();
        await expect.poll(() => session.conversation.turns[1]).toMatchObject({ state: "stopped" });
        expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
      },
    );
  });

  test("has its id on disk before its first word is shown", async () => {
    const open: RawAnswer = (socket) => void socket.write(streamAnswer([begun, delta("Half")], ""));
    await withSession(
      conversation([]),
      () => open,
      async (session) => {
        const stored: unknown[] = [];
        session.subscribe(() => {
          if (last(session).parts?.length === 1) stored.push(run.conversations.load("c")?.turns[1]);
        });
        session.send("Write on", []);
        await expect.poll(() => stored[0]).toMatchObject({ responseId: "resp_1" });
      },
    );
  });

  test("that is stopped keeps the text so far, and is marked as stopped", async () => {
    const open: RawAnswer = (socket) => void socket.write(streamAnswer([begun, delta("Half")], ""));
    await withSession(
      conversation([]),
      () => open,
      async (session) => {
        session.send("Write on", []);
        await expect.poll(() => last(session).parts?.length).toBe(1);
        session.stop();
        await settled(session, "stopped");
        expect(last(session).parts).toMatchObject([{ text: "Half" }]);
      },
    );
  });

  test("shows until when its prompt waits for the service's request limit", async () => {
    const busy = jsonAnswer(429, { error: { message: "Slow down", code: "rate_limit_exceeded" } }, { "retry-after": "1" });
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? busy : streamAnswer([begun, delta("He"), ended("Hello")])),
      async (session) => {
        const before = Date.now();
        session.send("Say hello", []);
        await expect.poll(() => last(session).delayedUntil).toBeGreaterThanOrEqual(before + 1000);
        expect(last(session).state).toBe("waiting");
        await settled(session, "completed");
        expect(last(session)).not.toHaveProperty("delayedUntil");
      },
    );
  });

  test("that fails is shown with the reason, and can be tried again as a sibling", async () => {
    const refused = jsonAnswer(402, {
      error: { message: "No credits", type: "insufficient_quota", code: "insufficient_quota", param: null },
    });
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? refused : streamAnswer([begun, ended("Now")])),
      async (session) => {
        session.send("Try", []);
        await settled(session, "failed");
        const failed = last(session);
        expect(failed.error?.kind).toBe("insufficientQuota");
        session.regenerate(failed.id);
        await settled(session, "completed");
        expect(last(session).parentId).toBe(failed.parentId);
        expect(session.conversation.turns).toHaveLength(3);
      },
    );
  });

  test("is regenerated by another model only this time: the conversation keeps its own", async () => {
    await withSession(
      conversation([prompt("p"), answer("a", "p")]),
      () => streamAnswer([begun, ended("Now")]),
      async (session, requests) => {
        session.regenerate("a", "other-model");
        await expect.poll(() => requests.length).toBe(1);
        await settled(session, "completed");
        expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ model: "other-model" });
        expect(last(session)).toMatchObject({ model: "other-model", parentId: "p" });
        expect(session.conversation.settings.model).toBe("model");
        expect(session.requestOf(last(session).id)).toMatchObject({ model: "other-model" });
        expect(session.requestOf("a")).toMatchObject({ model: "model" });
      },
    );
  });

  test("that ends in the middle and cannot be fetched is cut off, and is not described as empty", async () => {
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? streamAnswer([begun, delta("Half")]) : jsonAnswer(404, {})),
      async (session) => {
        session.send("Write on", []);
        await settled(session, "truncated");
        expect(last(session)).toMatchObject({ parts: [{ text: "Half" }] });
        expect(last(session).error).toBeUndefined();
      },
    );
  });

  test.for(["stopped", "truncated"] as const)(
    "that was %s is fetched when the user asks for it, and not generated again",
    async (state) => {
      const partial = answer("a", "p", { state, responseId: "resp_1" });
      await withSession(
        conversation([prompt("p"), partial]),
        () => jsonAnswer(200, response("The whole answer")),
        async (session, requests) => {
          const changes: string[] = [];
          session.subscribe((batch) => changes.push(...batch.map(({ type }) => type)));
          session.fetchAnswer("a");
          await settled(session, "completed");
          session.snapshot();
          expect(changes.filter((type) => type !== "queueChanged")[0]).toBe("answerResumed");
          expect(last(session)).toMatchObject({ id: "a", parts: [{ text: "The whole answer" }] });
          expect(requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual(["GET /api/v1/responses/resp_1"]);
        },
      );
    },
  );

  test("of which the service has kept nothing keeps what had arrived", async () => {
    const parts = [{ kind: "text" as const, key: "0", text: "Half", citations: [] }];
    const stopped = answer("a", "p", { state: "stopped", responseId: "resp_1", createdAt: Date.now(), parts });
    const ended = response("", { status: "incomplete", incomplete_details: { reason: "cancelled" }, output: [] });
    await withSession(
      conversation([prompt("p"), stopped]),
      () => jsonAnswer(200, ended),
      async (session) => {
        session.fetchAnswer("a");
        await settled(session, "incomplete");
        expect(last(session)).toMatchObject({ parts, incompleteReason: "cancelled" });
      },
    );
  });

  test("that is older than the service stores results is not fetched", async () => {
    const old = answer("a", "p", { state: "stopped", responseId: "resp_1", createdAt: Date.now() - 31 * 86_400_000 });
    await withSession(
      conversation([prompt("p"), old]),
      () => jsonAnswer(200, response("The whole answer")),
      async (session, requests) => {
        session.fetchAnswer("a");
        expect(last(session).state).toBe("stopped");
        expect(requests).toEqual([]);
      },
    );
  });

  test("that timed out on the service keeps the id in its 504", async () => {
    const late = { error: { message: "Late", type: "timeout", param: null, code: "timeout", task_id: "resp_1" } };
    await withSession(
      conversation([]),
      ({ method }) => jsonAnswer(method === "POST" ? 504 : 404, late),
      async (session, requests) => {
        session.send("Take your time", []);
        await settled(session, "truncated");
        expect(run.conversations.load("c")?.turns[1]).toMatchObject({ responseId: "resp_1" });
        expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
      },
    );
  });

  test("without any content says what was lost", async () => {
    await withSession(
      conversation([]),
      () => (socket) => void socket.destroy(),
      async (session) => {
        session.send("Write on", []);
        await settled(session, "truncated");
        expect(last(session).error?.kind).toBe("connectionLost");
      },
    );
  });

  test("whose image is damaged says so; a complete one is stored once", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const output = [png, "bm90IGEgcGljdHVyZQ=="].map((result, index) => ({
      id: `i${index}`,
      type: "image_generation_call",
      status: "completed",
      result,
    }));
    const drawn = event("response.completed", { response: response("", { output }) });
    await withSession(
      conversation([]),
      () => streamAnswer([begun, drawn]),
      async (session) => {
        session.send("Draw", []);
        await settled(session, "completed");
        expect(last(session).parts).toMatchObject([
          { kind: "image", state: "ready" },
          { kind: "image", state: "damaged" },
        ]);
      },
    );
  });
});

/** The state of a panel that got a snapshot when it became ready, and every batch after that. */
function openReplica(session: Session): { readonly conversation: Conversation } {
  const replica = { conversation: structuredClone(session.snapshot()) };
  session.subscribe((changes) => {
    for (const change of structuredClone(changes)) applyChange(replica.conversation, change);
  });
  return replica;
}

describe("a conversation without a model", () => {
  const empty = () => conversation([], { settings: { ...defaultSettings, model: "" } });

  test("waits for the catalogue, and sends the first prompt to the catalogue's model", async () => {
    const catalogue = Promise.withResolvers<string>();
    await withSession(
      empty(),
      () => streamAnswer([begun, ended("ok")]),
      async (session, requests) => {
        session.send("Faster than the catalogue", []);
        catalogue.resolve("first-model");
        await settled(session, "completed");
        expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ model: "first-model" });
        expect(last(session).model).toBe("first-model");
        expect(session.conversation.settings.model).toBe("first-model");
      },
      { chooseModel: () => catalogue.promise },
    );
  });

  test("shows why there is none, sends nothing, and can be tried again", async () => {
    let isThere = false;
    await withSession(
      empty(),
      () => streamAnswer([begun, ended("ok")]),
      async (session, requests) => {
        session.send("Too early", []);
        await settled(session, "failed");
        expect(last(session).error?.message).toBe("No models");
        expect(requests).toEqual([]);
        isThere = true;
        session.regenerate(last(session).id);
        await settled(session, "completed");
      },
      {
        chooseModel: async () => {
          if (!isThere) throw new Error("No models");
          return "first-model";
        },
      },
    );
  });
});

describe("a panel", () => {
  test("that was ready before the answer, and one that became ready during it, show each text once", async () => {
    let write: (text: string) => void = () => {};
    const open: RawAnswer = (socket) => {
      write = (text) => void socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      socket.write(streamAnswer([begun, delta("## What"), delta(" an")], ""));
    };
    await withSession(
      conversation([]),
      () => open,
      async (session) => {
        const early = openReplica(session);
        const late: { readonly conversation: Conversation }[] = [];
        const becomeReady = () => void late.push(openReplica(session));
        session.subscribe(() => late.length < 3 && becomeReady());
        session.send("Explain", []);
        becomeReady();
        await expect.poll(() => last(session).parts?.length).toBe(1);
        becomeReady();
        write(delta(" answer is"));
        becomeReady();
        await expect.poll(() => last(session).parts).toMatchObject([{ text: "## What an answer is" }]);
        becomeReady();
        write(ended("## What an answer is"));
        write("");
        await settled(session, "completed");
        for (const { conversation: shown } of [early, ...late]) expect(shown.turns).toEqual(session.conversation.turns);
      },
    );
  });
});

describe("settings", () => {
  test("that change one after the other, faster than the panel is updated, are all kept", async () => {
    await withSession(
      conversation([]),
      () => streamAnswer([begun, ended("ok")]),
      async (session) => {
        for (const changed of [{ webSearch: true }, { effort: "high" }, { instructions: "In few words." }] as const)
          session.setSettings(changed);
        expect(session.conversation.settings).toMatchObject({ webSearch: true, effort: "high", instructions: "In few words." });
      },
    );
  });
});
