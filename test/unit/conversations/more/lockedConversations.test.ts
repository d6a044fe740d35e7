/** Another process locks the conversations: this thread continues with other work, nothing is lost, and nothing is sent twice. */
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { visiblePath } from "../../../../src/chat/conversation/conversation.ts";
import { type ConversationStore, openConversationStore } from "../../../../src/conversations/conversationStore.ts";
import type { Session } from "../../../../src/conversations/session.ts";
import { answer, conversation, prompt } from "../../chat/turns.ts";
import { streamAnswer } from "../../client/http/rawServer.ts";
import { holdLock } from "../../sqlite/holdLock.ts";
import { measureBlocking } from "../../sqlite/measureBlocking.ts";
import { begun, ended, openSessionRun, settled } from "../sessionRun.ts";

vi.setConfig({ testTimeout: 180_000 });

/** Milliseconds for which the other process holds the lock, in each of three rounds. */
const lockedMilliseconds = 600;
/** Maximum milliseconds of one attempt to write, on a busy machine. */
const blockedMilliseconds = 500;
/** A write that a user waits for is refused after this time. */
const refusedMilliseconds = 10_000;

const run = openSessionRun();
const { withSession } = run;
const respond = () => streamAnswer([begun, ended("ok")]);
const lock = () => holdLock(path.join(run.folder, "conversations.db"));
const texts = (session: Session) => visiblePath(session.conversation).flatMap((turn) => (turn.role === "user" ? [turn.text] : []));
const waiting = { id: "q", text: "What waited", attachments: [] };

/** A stored conversation with a queued prompt. */
async function storeWaiting(): Promise<void> {
  const queued = { queue: [waiting], queuePause: "stopped" as const };
  await run.conversations.saveAll(conversation([prompt("p"), answer("a", "p")], queued));
}

function load(store: ConversationStore = run.conversations) {
  const loaded = store.load("c");
  if (loaded === undefined) throw new Error("The conversation is not stored");
  return loaded;
}

/** Runs `work`, and advances the time by the maximum that a user waits. */
async function untilRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const result = work();
    await vi.advanceTimersByTimeAsync(refusedMilliseconds);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

test("a prompt waits for the lock without blocking this thread, and is sent once", async () => {
  await withSession(conversation([]), respond, async (session, requests) => {
    const release = await lock();
    const blocked = await measureBlocking(3, async (round) => {
      if (round === 0) session.send("Tell me", []);
      await delay(lockedMilliseconds);
    });
    expect(blocked).toBeLessThan(blockedMilliseconds);
    expect(requests).toEqual([]);
    expect(session.conversation.queue).toMatchObject([{ text: "Tell me" }]);
    await release();
    await expect.poll(() => texts(session)).toEqual(["Tell me"]);
    await settled(session, "completed");
    expect(requests).toHaveLength(1);
    await expect.poll(() => run.conversations.load("c")?.turns).toEqual(session.conversation.turns);
    expect(load().queue).toEqual([]);
  });
});

test("a prompt that waits for the lock is not sent after Stop", async () => {
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  await withSession(
    conversation([]),
    respond,
    async (session, requests) => {
      const release = await lock();
      session.send("Tell me", []);
      session.stop();
      await expect.poll(() => session.conversation.queuePause).toBe("stopped");
      await release();
      await expect.poll(() => run.conversations.load("c")).toMatchObject({ queue: [{ text: "Tell me" }], queuePause: "stopped" });
      expect([requests, reported]).toEqual([[], []]);
    },
    { report },
  );
});

test("if the lock is held for long, nothing is sent, the user is notified, and any window may send the prompt once", async () => {
  await storeWaiting();
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  await withSession(
    load(),
    respond,
    async (session, requests) => {
      const release = await lock();
      session.resumeQueue();
      await expect.poll(() => session.conversation.queuePause, { timeout: 4 * refusedMilliseconds }).toBe("failed");
      expect(reported).toMatchObject([{ name: "DatabaseError", kind: "busy" }]);
      await release();
      await expect.poll(() => run.conversations.load("c")?.queuePause).toBe("failed");
      const other = await openConversationStore(run.folder);
      await withSession(
        load(other),
        respond,
        async (second, sentThere) => {
          second.resumeQueue();
          session.resumeQueue();
          await expect.poll(() => texts(second)).toEqual(["text of p", "What waited"]);
          await settled(second, "completed");
          await expect.poll(() => texts(session)).toEqual(["text of p", "What waited"]);
          expect(requests.length + sentThere.length).toBe(1);
        },
        { stored: other },
      );
      await other.close();
    },
    { report },
  );
});

test("a prompt stays in the queue unless it was certainly taken from it", async () => {
  await storeWaiting();
  await withSession(load(), respond, async (session) => {
    const release = await lock();
    await expect(untilRefused(() => session.removeQueued("q").catch((error: unknown) => error))).resolves.toMatchObject({ kind: "busy" });
    expect(session.conversation.queue).toEqual([waiting]);
    await release();
    expect(load().queue).toEqual([waiting]);
    const removed = await Promise.all([session.removeQueued("q"), session.removeQueued("q")]);
    expect(removed).toEqual([waiting, undefined]);
    expect(load().queue).toEqual([]);
  });
});

test("if two attempts of a window to take a prompt wait for the lock together, one succeeds", async () => {
  await storeWaiting();
  await withSession(load(), respond, async (session, requests) => {
    const release = await lock();
    session.resumeQueue();
    const removed = session.removeQueued("q");
    await release();
    expect(await removed).toEqual(waiting);
    // Nothing is pending any more: this prompt is sent immediately, and nothing else was sent.
    session.send("Next", []);
    await expect.poll(() => texts(session)).toEqual(["text of p", "Next"]);
    await settled(session, "completed");
    expect(requests).toHaveLength(1);
  });
});

test("a window that was refused does not answer later", async () => {
  const release = await lock();
  const refused = untilRefused(() => run.conversations.beginAnswering("c").catch((error: unknown) => error));
  await expect(refused).resolves.toMatchObject({ kind: "busy" });
  await release();
  await run.conversations.saveDraft("c", "After it");
  const other = await openConversationStore(run.folder);
  expect(other.isAnsweredElsewhere("c")).toBe(false);
  await other.close();
});

test("drafts and attachments that wait for the lock can be read, and a closing window writes them", async () => {
  await run.conversations.saveAll(conversation([prompt("p")]));
  const release = await lock();
  const other = await openConversationStore(run.folder);
  const content = new Uint8Array([1, 2]);
  // A closing window waits up to two seconds for the lock, which is released within that time.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const written = [other.saveDraft("c", "Not yet"), other.saveDraft("c", "A draft"), other.saveAttachment("x", "c", content)];
  expect(other.draft("c")).toBe("A draft");
  expect(run.conversations.draft("c")).toBe("");
  const closed = other.close();
  await release();
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([...written, closed]);
  expect(run.conversations.draft("c")).toBe("A draft");
  expect(run.conversations.attachment("x")).toEqual(content);
});
