/** A conversation's life against a real service on a socket and a real database. */
import { describe, expect, test } from "vitest";
import { applyChange } from "../../../../src/chat/change.ts";
import type { Conversation } from "../../../../src/chat/conversation.ts";
import { visiblePath } from "../../../../src/chat/conversation.ts";
import { defaultSettings } from "../../../../src/chat/turn.ts";
import type { Session } from "../../../../src/editor/chat/session.ts";
import { answer, conversation, prompt } from "../../chat/turns.ts";
import { jsonAnswer, type RawAnswer, streamAnswer } from "../../client/rawServer.ts";
import { begun, delta, ended, event, last, openSessionRun, response, settled } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

describe("an answer", () => {
  test("streams in, is told in batches, and is on disk", async () => {
    await withSession(
      conversation([], { title: "" }),
      () => streamAnswer([begun, delta("Hel"), delta("lo"), ended("Hello")]),
      async (session) => {
        const told: string[] = [];
        session.subscribe((changes) => told.push(...changes.map(({ type }) => type)));
        session.send("Say hello to me", []);
        await settled(session, "completed");
        expect(last(session)).toMatchObject({ demo: true, responseId: "resp_1", usage: { total_tokens: 3 }, parts: [{ text: "Hello" }] });
        expect(session.conversation.title).toBe("Say hello to me");
        expect(told).toContain("answerSettled");
        expect(run.conversations.load("c")?.turns).toEqual(session.conversation.turns);
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
        await expect.poll(() => stored[0], { timeout: 5000 }).toMatchObject({ responseId: "resp_1" });
      },
    );
  });

  test("that is stopped keeps what arrived, and is marked", async () => {
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

  test("that fails is shown with its reason, and can be tried again as a sibling", async () => {
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

  test("that ends in the middle, and is not known afterwards, is cut off: that nothing came is not said of it", async () => {
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

  test("of which nothing came says what was lost", async () => {
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

  test("whose picture is damaged says so; a whole one is kept once", async () => {
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

/** What a panel holds that got a snapshot when it became ready, and every batch after that. */
function openReplica(session: Session): { readonly conversation: Conversation } {
  const replica = { conversation: structuredClone(session.snapshot()) };
  session.subscribe((changes) => {
    for (const change of structuredClone(changes)) applyChange(replica.conversation, change);
  });
  return replica;
}

describe("a conversation without a model", () => {
  const empty = () => conversation([], { settings: { ...defaultSettings, model: "" } });

  test("waits for the catalogue, and the first prompt goes to the model that it names", async () => {
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

  test("says why there is none, sends nothing, and can be tried again", async () => {
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
  test("that was ready before the answer, and one that became ready in the middle, show each text once", async () => {
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
        await expect.poll(() => last(session).parts?.length, { timeout: 5000 }).toBe(1);
        becomeReady();
        write(delta(" answer is"));
        becomeReady();
        await expect.poll(() => last(session).parts, { timeout: 5000 }).toMatchObject([{ text: "## What an answer is" }]);
        becomeReady();
        write(ended("## What an answer is"));
        write("");
        await settled(session, "completed");
        for (const { conversation: shown } of [early, ...late]) expect(shown.turns).toEqual(session.conversation.turns);
      },
    );
  });
});

describe("prompts", () => {
  test("that come while an answer runs wait, and are sent after it", async () => {
    await withSession(
      conversation([]),
      () => streamAnswer([begun, ended("ok")]),
      async (session, requests) => {
        session.send("one", []);
        session.send("two", []);
        expect(session.conversation.queue).toMatchObject([{ text: "two" }]);
        await expect.poll(() => requests.length, { timeout: 5000 }).toBe(2);
        await expect.poll(() => session.conversation.turns.length).toBe(4);
        await settled(session, "completed");
        expect(requests[1]?.body).toContain("ok");
      },
    );
  });

  test("that are edited make a branch, and the old one stays", async () => {
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

describe("settings", () => {
  test("that are changed one after the other, faster than the panel is told, are all kept", async () => {
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

describe("after a crash", () => {
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
