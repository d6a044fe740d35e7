/** What is asked of a conversation while an answer is prepared or written, here or in another window, waits in the queue and is then done. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Turn } from "../../../src/chat/conversation/turn.ts";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import type { Session } from "../../../src/conversations/session.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, streamAnswer } from "../client/http/rawServer.ts";
import { begun, ended, openAnswer, openSessionRun, response } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

const half = { kind: "text" as const, key: "0.0", text: "Half", citations: [] };
const turns = () => [
  prompt("p"),
  answer("a", "p", { state: "truncated", parts: [half], responseId: "resp_1" }),
  prompt("r"),
  answer("s", "r"),
];
const again = [{ kind: "text", text: "Again" }];

const asked: [string, (session: Session) => unknown, object][] = [
  ["an edited message", (session) => session.resend("p", "Edited"), { role: "user", parentId: null, text: "Edited" }],
  ["an answer again", (session) => session.regenerate("a"), { parentId: "p", parts: again }],
  ["an answer of another model", (session) => session.regenerate("a", "other"), { parentId: "p", model: "other", parts: again }],
  ["a comparison", (session) => session.compare("a", "other"), { model: "other", comparedWith: "a", parts: again }],
  ["the rest of an answer", (session) => session.continueAnswer("a"), { id: "a", parts: [{ text: "HalfAgain" }] }],
  ["the lost end of an answer", (session) => session.fetchAnswer("a"), { id: "a", parts: [{ text: "The whole answer" }] }],
  ["a message", (session) => session.send("More", []), { role: "user", text: "More" }],
];

describe.for(asked)("%s", ([, ask, result]) => {
  let other: ConversationStore;
  beforeEach(async () => {
    other = await openConversationStore(run.folder);
    await run.conversations.saveAll({ ...conversation(turns()), chosen: { "": "r" } });
  });
  afterEach(() => other.close());

  const load = (store: ConversationStore) => store.load("c") ?? conversation([]);
  const isDone = (turnsNow: () => readonly Turn[]) => expect.poll(turnsNow).toContainEqual(expect.objectContaining(expandParts(result)));
  test("waits while an answer is prepared", async () => {
    const prepared = Promise.withResolvers<boolean>();
    const use = async (session: Session) => {
      session.regenerate("s", "slow");
      ask(session);
      expect(session.conversation.queue).toHaveLength(2);
      prepared.resolve(true);
      await expect.poll(() => session.conversation.queue).toEqual([]);
      await isDone(() => session.conversation.turns);
    };
    await withSession(load(run.conversations), ({ method }) => (method === "GET" ? whole : spoken), use, {
      mayAnswer: () => prepared.promise,
    });
  });

  test("waits while an answer is written", async () => {
    const { respond, end } = openFirst();
    await withSession(
      load(run.conversations),
      ({ method }, index) => (index === 0 ? respond : method === "GET" ? whole : spoken),
      async (session, requests) => {
        session.regenerate("s", "slow");
        await expect.poll(() => requests.length).toBe(1);
        ask(session);
        await expect.poll(() => load(other).queue).toHaveLength(1);
        end();
        await expect.poll(() => session.conversation.queue).toEqual([]);
        await isDone(() => session.conversation.turns);
      },
    );
  });

  test("waits while another window's answer is written", async () => {
    const { respond, end } = openFirst();
    await withSession(
      load(run.conversations),
      ({ method }, index) => (index === 0 ? respond : method === "GET" ? whole : spoken),
      async (session, requests) => {
        session.regenerate("s", "slow");
        await expect.poll(() => requests.length).toBe(1);
        const use = async (second: Session) => {
          ask(second);
          await expect.poll(() => load(other).queue).toHaveLength(1);
          end();
          // Whichever window is first sends it.
          await expect.poll(() => load(other).queue).toEqual([]);
          await isDone(() => load(other).turns);
        };
        await withSession(load(other), ({ method }) => (method === "GET" ? whole : spoken), use, { stored: other });
      },
    );
  });
});

test("a double click asks once", async () => {
  await run.conversations.saveAll(conversation(turns()));
  const { respond, end } = openFirst();
  const use = async (session: Session, requests: readonly unknown[]) => {
    session.regenerate("s");
    session.regenerate("s");
    await expect.poll(() => requests.length).toBe(1);
    session.regenerate("s");
    end();
    await expect.poll(() => session.conversation.turns.at(-1)).toMatchObject({ state: "completed" });
    expect([session.conversation.queue, requests.length]).toEqual([[], 1]);
  };
  await withSession(run.conversations.load("c") ?? conversation([]), () => respond, use);
});

const spoken = streamAnswer([begun, ended("Again")]);
const whole = jsonAnswer(200, response("The whole answer"));

function openFirst() {
  const { respond, write } = openAnswer();
  const end = () => {
    write(ended("Half of it"));
    write("");
  };
  return { respond, end };
}

/** Parts have more fields than a test names. */
function expandParts(result: object): object {
  if (!("parts" in result) || !Array.isArray(result.parts)) return result;
  return { ...result, parts: result.parts.map((part: object) => expect.objectContaining(part)) };
}
