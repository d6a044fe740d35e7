/** One conversation in two windows: prompts are answered in turn, each once, and deleted turns stay deleted. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { visiblePath } from "../../../../src/chat/conversation/conversation.ts";
import type { Attachment } from "../../../../src/chat/conversation/turn.ts";
import { type ConversationStore, openConversationStore } from "../../../../src/conversations/conversationStore.ts";
import type { Session } from "../../../../src/conversations/session.ts";
import { answer, conversation, prompt } from "../../chat/turns.ts";
import { jsonAnswer, type RawAnswer, type RawRequest, streamAnswer } from "../../client/http/rawServer.ts";
import { begun, ended, last, openAnswer, openSessionRun, response, settled } from "../sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;
const day = 24 * 60 * 60 * 1000;

describe("two windows with one conversation", () => {
  let other: ConversationStore;
  beforeEach(async () => {
    other = await openConversationStore(run.folder);
  });
  afterEach(() => other.close());

  /** The session of a second window, which reads the first one's stored state. */
  async function withOtherWindow(
    use: (session: Session, requests: readonly RawRequest[]) => Promise<void>,
    respond: () => RawAnswer = () => jsonAnswer(500, {}),
  ) {
    const loaded = other.load("c");
    if (loaded === undefined) throw new Error("The conversation is not stored");
    await withSession(
      loaded,
      respond,
      async (session, requests) => {
        session.recover();
        await use(session, requests);
      },
      { stored: other },
    );
  }

  test("show each other's answers as they are stored, and neither overwrites them", async () => {
    const answering = openAnswer();
    await withSession(
      conversation([]),
      () => answering.respond,
      async (session) => {
        session.send("Tell me", []);
        await expect.poll(() => run.conversations.load("c")?.turns[1]).toMatchObject({ parts: [{ text: "Half" }] });
        await withOtherWindow(async (second, requests) => {
          expect(last(second).state).toBe("streaming");
          second.rename("Named there");
          answering.write(ended("Half and half"));
          answering.write("");
          await settled(session, "completed");
          await settled(second, "completed");
          expect(last(second).parts).toEqual(last(session).parts);
          expect(requests).toEqual([]);
        });
        session.setSettings({ ...session.conversation.settings, webSearch: true });
        expect(run.conversations.load("c")).toMatchObject({
          title: "Named there",
          settings: { webSearch: true },
          turns: [{}, { state: "completed" }],
        });
      },
    );
  });

  test("show a new message of the other one while it is answered, without sending anything", async () => {
    await run.conversations.saveAll(conversation([prompt("p"), answer("a", "p")]));
    const answering = openAnswer();
    const loaded = run.conversations.load("c");
    if (loaded === undefined) throw new Error("The conversation is not stored");
    await withSession(
      loaded,
      () => answering.respond,
      async (session) => {
        await withOtherWindow(async (second, requests) => {
          const unwatch = other.watch(() => second.follow());
          session.send("Tell me more", []);
          await expect.poll(() => last(second)).toMatchObject({ state: "streaming", parts: [{ text: "Half" }] });
          answering.write(ended("Half and half"));
          answering.write("");
          await settled(second, "completed");
          expect(last(second).parts).toEqual(last(session).parts);
          expect([requests.length, second.conversation.queuePause]).toEqual([0, undefined]);
          unwatch();
        });
      },
    );
  });

  test.each<[string, (session: Session) => unknown, object]>([
    [
      "renames it",
      (session) => session.rename("Named there"),
      { title: "Named there", turns: [{ id: "p" }, { id: "a" }, { id: "q" }, { id: "b" }] },
    ],
    ["deletes a message and its answer", (session) => session.deleteTurn("q"), { turns: [{ id: "p" }, { id: "a" }] }],
    ["deletes all messages", (session) => session.deleteTurn("p"), { turns: [] }],
    [
      "regenerates an answer",
      (session) => session.regenerate("b"),
      { turns: [{ id: "p" }, { id: "a" }, { id: "q" }, { id: "b" }, { parentId: "q", state: "completed", parts: [{ text: "Again" }] }] },
    ],
    [
      "edits a message",
      (session) => session.resend("q", "Edited"),
      { turns: [{}, {}, {}, {}, { parentId: "a", text: "Edited" }, { state: "completed", parts: [{ text: "Again" }] }] },
    ],
  ])("show at once that the other one %s, and send nothing", async (_, act, shown) => {
    await run.conversations.saveAll(conversation([prompt("p"), answer("a", "p"), prompt("q", "a"), answer("b", "q")]));
    const loaded = run.conversations.load("c") ?? conversation([]);
    await withSession(
      loaded,
      () => streamAnswer([begun, ended("Again")]),
      async (session) => {
        await withOtherWindow(async (second, requests) => {
          const unwatch = other.watch(() => second.follow());
          act(session);
          await expect.poll(() => second.conversation).toMatchObject(shown);
          expect(requests).toEqual([]);
          unwatch();
        });
      },
    );
  });

  test("keep a task started in one while the other answers", async () => {
    const answering = openAnswer();
    await withSession(
      conversation([]),
      () => answering.respond,
      async (session) => {
        session.send("Tell me", []);
        await expect.poll(() => run.conversations.load("c")?.turns[1]).toMatchObject({ parts: [{ text: "Half" }] });
        await withOtherWindow(async (second) => {
          second.addTask({ key: "k", kind: "image", model: "painter" }, { text: "/image a fox", attachments: [] });
          await expect
            .poll(() => run.conversations.load("c")?.turns)
            .toMatchObject([{}, { state: "streaming" }, { text: "/image a fox", attachments: [] }, { parts: [{ task: "k" }] }]);
        });
        answering.write(ended("Half and half"));
        answering.write("");
        const whole = [
          {},
          { state: "completed", parts: [{ text: "Half and half" }] },
          { text: "/image a fox", attachments: [] },
          { parts: [{ task: "k" }] },
        ];
        await expect.poll(() => run.conversations.load("c")?.turns).toMatchObject(whole);
      },
    );
  });

  test("stop an answer of the other with Stop", async () => {
    await withSession(
      conversation([]),
      () => openAnswer().respond,
      async (session) => {
        session.send("Tell me", []);
        await expect.poll(() => run.conversations.load("c")?.turns.length).toBe(2);
        await withOtherWindow(async (second) => {
          second.stop();
          await settled(session, "stopped");
          await settled(second, "stopped");
        });
      },
    );
  });

  test("do not restore a turn that the other deleted", async () => {
    const answering = openAnswer();
    await withSession(
      conversation([]),
      () => answering.respond,
      async (session) => {
        session.send("Tell me", []);
        await expect.poll(() => last(session).parts?.length).toBe(1);
        other.removeTurns("c", [last(session).id]);
        answering.write(ended("Half and half"));
        answering.write("");
        await settled(session, "completed");
        expect(other.load("c")?.turns.map(({ role }) => role)).toEqual(["user"]);
        session.refresh();
        expect(session.conversation.turns.map(({ role }) => role)).toEqual(["user"]);
      },
    );
  });

  const texts = (session: Session) => visiblePath(session.conversation).flatMap((turn) => (turn.role === "user" ? [turn.text] : []));
  const isStored = () => expect.poll(() => run.conversations.load("c")?.turns.length).toBe(2);

  test("send a prompt after the other's answer has ended, once", async () => {
    const answering = openAnswer();
    const next = () => streamAnswer([begun, ended("Second")]);
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? answering.respond : next()),
      async (session, requests) => {
        session.send("First", []);
        await isStored();
        await withOtherWindow(async (second, sentThere) => {
          second.send("From the other window", []);
          expect(second.conversation.queue).toMatchObject([{ text: "From the other window" }]);
          expect(sentThere).toEqual([]);
          answering.write(ended("Half and half"));
          answering.write("");
          await expect.poll(() => texts(second)).toEqual(["First", "From the other window"]);
          await settled(second, "completed");
          expect(second.conversation.queue).toEqual([]);
          expect(run.conversations.load("c")?.turns).toEqual(second.conversation.turns);
          expect(requests.length + sentThere.length).toBe(2);
        }, next);
      },
    );
  });

  test("answer prompts from both once each, in one sequence", async () => {
    const respond = () => streamAnswer([begun, ended("ok")]);
    run.conversations.saveAll(conversation([prompt("p"), answer("a", "p")]));
    const loaded = run.conversations.load("c") ?? conversation([]);
    await withSession(loaded, respond, async (session, requests) => {
      await withOtherWindow(async (second, sentThere) => {
        const asked = Array.from({ length: 8 }, (_, index) => `prompt ${index}`);
        for (const [index, text] of asked.entries()) (index % 2 === 0 ? session : second).send(text, []);
        await expect.poll(() => requests.length + sentThere.length).toBe(asked.length);
        await expect
          .poll(() => run.conversations.load("c")?.turns.every((turn) => turn.role === "user" || turn.state === "completed"))
          .toBe(true);
        const stored = run.conversations.load("c") ?? conversation([]);
        expect(stored.queue).toEqual([]);
        expect(visiblePath(stored)).toHaveLength(stored.turns.length);
        // The window that did not answer last sees the change on its next check.
        for (const each of [session, second]) await expect.poll(() => each.conversation.turns).toEqual(stored.turns);
        expect(texts(session).slice(1).toSorted()).toEqual(asked);
      }, respond);
    });
  });

  test("complete the answer of a window that ended, and send queued prompts on request", async () => {
    const cut = answer("a", "p", { state: "streaming", responseId: "resp_1" });
    run.conversations.saveAll(conversation([prompt("p"), cut], { queue: [{ id: "q", text: "What waited", attachments: [] }] }));
    const first = await openConversationStore(run.folder);
    await first.beginAnswering("c");
    let answers = 0;
    await withOtherWindow(
      async (second, requests) => {
        expect(second.conversation.queue).toMatchObject([{ text: "What waited" }]);
        second.rename("Named meanwhile");
        expect(run.conversations.load("c")?.queue).toHaveLength(1);
        expect(requests).toEqual([]);
        await first.close();
        await settled(second, "completed");
        expect(second.conversation).toMatchObject({ queue: [{ text: "What waited" }], queuePause: "closed" });
        second.resumeQueue();
        await expect.poll(() => texts(second)).toEqual(["text of p", "What waited"]);
        await settled(second, "completed");
        expect(requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
        expect(run.conversations.load("c")?.queue).toEqual([]);
      },
      () => {
        answers += 1;
        return answers === 1 ? jsonAnswer(200, response("The whole answer")) : streamAnswer([begun, ended("ok")]);
      },
    );
  });

  test("share the pause of a queue, which either of them may resume", async () => {
    const answering = openAnswer();
    await withSession(
      conversation([]),
      () => answering.respond,
      async (session, sentHere) => {
        session.send("First", []);
        await expect.poll(() => run.conversations.load("c")?.turns[1]).toMatchObject({ parts: [{ text: "Half" }] });
        await withOtherWindow(
          async (second, sentThere) => {
            second.send("From the other window", []);
            session.stop();
            await settled(second, "stopped");
            await expect.poll(() => second.conversation.queuePause).toBe("stopped");
            expect(session.conversation).toMatchObject({ queue: [{ text: "From the other window" }], queuePause: "stopped" });
            second.resumeQueue();
            await settled(second, "completed");
            const prompts = [sentHere, sentThere].map((sent) => sent.filter(({ method }) => method === "POST").length);
            expect(prompts).toEqual([1, 1]);
            session.refresh();
            expect(session.conversation).toMatchObject({ queue: [], turns: [{}, {}, {}, { state: "completed" }] });
            expect(session.conversation.queuePause).toBeUndefined();
          },
          () => streamAnswer([begun, ended("ok")]),
        );
      },
    );
  });

  test("keep a conversation deleted that the other deleted during an answer, until the user writes in it again", async () => {
    const answering = openAnswer();
    await withSession(
      conversation([]),
      (_, index) => (index === 0 ? answering.respond : streamAnswer([begun, ended("Again")])),
      async (session) => {
        session.send("Tell me", []);
        await isStored();
        other.remove("c");
        answering.write(ended("Half and half"));
        answering.write("");
        await settled(session, "completed");
        session.rename("Nobody wants it");
        expect(other.search("")).toEqual([]);
        session.send("Go on", []);
        await settled(session, "completed");
        await expect.poll(() => other.load("c")?.turns.length).toBe(4);
      },
    );
  });

  test("restore the attachments of a conversation that the other deleted when the user writes in it again, and keep others for a week", async () => {
    const attached: Attachment = { id: "f", name: "photo.png", kind: "image", mediaType: "image/png", size: 3 };
    const content = new Uint8Array([1, 2, 3]);
    await run.conversations.saveAll(
      conversation([prompt("p", null, { attachments: [attached] }), answer("a", "p")]),
      new Map([["f", content]]),
    );
    const loaded = run.conversations.load("c") ?? conversation([]);
    await withSession(
      loaded,
      () => streamAnswer([begun, ended("Again")]),
      async (session) => {
        await other.remove("c");
        expect(run.conversations.attachment("f")).toEqual(content);
        session.send("Go on", []);
        await settled(session, "completed");
        await expect.poll(() => other.load("c")?.turns.length).toBe(4);
        await other.removeDeleted(Date.now() + 30 * day);
        expect(other.attachment("f")).toEqual(content);
        await other.remove("c");
        await other.removeDeleted(Date.now() + 6 * day);
        expect(other.attachment("f")).toEqual(content);
        await other.removeDeleted(Date.now() + 8 * day);
        expect(other.attachment("f")).toBeUndefined();
      },
    );
  });

  test.each([
    ["regenerated", (session: Session) => session.regenerate("a")],
    ["compared", (session: Session) => session.compare("a", "other")],
    ["continued", (session: Session) => session.continueAnswer("a")],
    ["edited", (session: Session) => session.resend("p", "Edited")],
  ])("store a conversation that the other deleted again when a message is %s", async (_, act) => {
    await run.conversations.saveAll(
      conversation([prompt("p"), answer("a", "p", { state: "incomplete", incompleteReason: "max_output_tokens" })]),
    );
    const loaded = run.conversations.load("c") ?? conversation([]);
    await withSession(
      loaded,
      () => streamAnswer([begun, ended("Again")]),
      async (session, requests) => {
        await other.remove("c");
        act(session);
        await expect.poll(() => requests.length).toBe(1);
        await expect.poll(() => JSON.stringify(session.conversation.turns)).toContain("Again");
        await expect.poll(() => JSON.stringify(other.load("c")?.turns ?? [])).toContain("Again");
      },
    );
  });

  test("adopt settings that the other changed, and do not undo them", async () => {
    run.conversations.saveAll(conversation([prompt("p"), answer("a", "p")]));
    const loaded = run.conversations.load("c") ?? conversation([]);
    await withSession(
      loaded,
      () => jsonAnswer(500, {}),
      async (session) => {
        await withOtherWindow(async (second) => {
          session.setSettings({ ...session.conversation.settings, instructions: "Be brief" });
          second.refresh();
          expect(second.conversation.settings.instructions).toBe("Be brief");
          second.rename("Named there");
          expect(run.conversations.load("c")).toMatchObject({ title: "Named there", settings: { instructions: "Be brief" } });
        });
      },
    );
  });
});
