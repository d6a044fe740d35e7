/** An answer that ended before it was complete is continued as one answer. */
import { describe, expect, test } from "vitest";
import { plainText, storedResponses } from "../../../src/chat/conversation/conversation.ts";
import { toMarkdown } from "../../../src/chat/conversation/conversationMarkdown.ts";
import { fromMarkdown } from "../../../src/chat/conversation/readConversationMarkdown.ts";
import type { AssistantTurn } from "../../../src/chat/conversation/turn.ts";
import type { ResponseRequest } from "../../../src/contract/responseRequest.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { jsonAnswer, type RawAnswer, type RawRequest, streamAnswer } from "../client/http/rawServer.ts";
import { delta, event, last, openSessionRun, response, settled } from "./sessionRun.ts";

const run = openSessionRun();
const { withSession } = run;

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
const stopped = (more: Partial<AssistantTurn> = {}) =>
  answer("a", "p", {
    model: "first-model",
    state: "stopped",
    parts: [{ kind: "text", key: "0.0", text: "```ts\nconst tower = ", citations: [] }],
    responseId: "resp_1",
    usage,
    milliseconds: 1000,
    ...more,
  });
const second = (text: string, more: object = {}) => response(text, { id: "resp_2", usage, ...more });
const begun = event("response.created", { response: second("", { status: "in_progress", output: [] }) });
const rest = (text: string) => streamAnswer([begun, delta(text), event("response.completed", { response: second(text) })]);
const inputOf = (request: RawRequest | undefined): ResponseRequest => JSON.parse(request?.body ?? "{}");

describe("the rest of an answer", () => {
  test("is requested from the same model with the text so far, and becomes part of the same text", async () => {
    const kept = conversation([prompt("p"), stopped()]);
    run.conversations.saveAll(kept);
    await withSession(
      kept,
      () => rest('"Pharos";\n```'),
      async (session, requests) => {
        session.continueAnswer("a");
        await settled(session, "completed");
        const { model, input } = inputOf(requests[0]);
        expect(model).toBe("first-model");
        expect(input).toMatchObject([
          { role: "user", content: [{ text: "text of p" }] },
          { role: "assistant", content: [{ text: "```ts\nconst tower = " }] },
          { role: "user", content: [{ text: expect.stringContaining("Continue") }] },
        ]);
        expect(last(session)).toMatchObject({ id: "a", parts: [{ key: "0.0", text: '```ts\nconst tower = "Pharos";\n```' }] });
        expect(session.conversation.turns).toHaveLength(2);
        expect(run.conversations.load("c")?.turns[1]).toEqual(last(session));
      },
    );
  });

  test("is sent like any other answer with the next message", async () => {
    await withSession(
      conversation([prompt("p"), stopped()]),
      (_, index) => rest(index === 0 ? "1;" : "Welcome"),
      async (session, requests) => {
        session.continueAnswer("a");
        await settled(session, "completed");
        session.send("Thanks", []);
        await expect.poll(() => requests.length).toBe(2);
        expect(inputOf(requests[1]).input).toMatchObject([
          { role: "user" },
          { role: "assistant", content: [{ text: "```ts\nconst tower = 1;" }] },
          { role: "user", content: [{ text: "Thanks" }] },
        ]);
        await settled(session, "completed");
      },
    );
  });

  test("adds its usage and its id to those of the request before", async () => {
    await withSession(
      conversation([prompt("p"), stopped()]),
      () => rest("1;"),
      async (session) => {
        session.continueAnswer("a");
        await settled(session, "completed");
        const turn = last(session);
        expect(turn).toMatchObject({
          responseId: "resp_2",
          usage,
          continued: { earlier: [{ responseId: "resp_1", usage, milliseconds: 1000 }] },
        });
        expect(storedResponses(session.conversation.turns, Date.now())).toEqual(["resp_1", "resp_2"]);
        expect(turn.continued).not.toHaveProperty("parts");
      },
    );
  });

  test("that is cut off is requested once, and kept as far as it arrived", async () => {
    const cut: RawAnswer = streamAnswer([begun, delta("1")]);
    await withSession(
      conversation([prompt("p"), stopped()]),
      ({ method }) => (method === "POST" ? cut : jsonAnswer(404, {})),
      async (session, requests) => {
        session.continueAnswer("a");
        await settled(session, "truncated");
        expect(plainText(last(session))).toBe("```ts\nconst tower = 1");
        expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
      },
    );
  });

  test("is fetched and replaces its received part, after the text before it", async () => {
    const cut = stopped({
      state: "truncated",
      responseId: "resp_2",
      parts: [{ kind: "text", key: "0.0", text: "```ts\nconst tower = 1", citations: [] }],
      continued: { earlier: [{ createdAt: 1, responseId: "resp_1" }], since: Date.now(), parts: stopped().parts },
    });
    await withSession(
      conversation([prompt("p"), cut]),
      () => jsonAnswer(200, second("1 + 1;")),
      async (session, requests) => {
        session.fetchAnswer("a");
        await settled(session, "completed");
        expect(plainText(last(session))).toBe("```ts\nconst tower = 1 + 1;");
        expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/v1/responses/resp_2"]);
      },
    );
  });

  test("can be interrupted and continued again", async () => {
    const texts = ["1", " + 1", ";"];
    await withSession(
      conversation([prompt("p"), stopped()]),
      (_, index) => {
        const text = texts[index] ?? "";
        const incomplete = second(text, { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
        return index < 2 ? streamAnswer([begun, delta(text), event("response.incomplete", { response: incomplete })]) : rest(text);
      },
      async (session) => {
        for (const [index, state] of ["incomplete", "incomplete", "completed"].entries()) {
          session.continueAnswer("a");
          await expect.poll(() => last(session)).toMatchObject({ state, continued: { earlier: { length: index + 1 } } });
        }
        expect(plainText(last(session))).toBe("```ts\nconst tower = 1 + 1;");
        expect(last(session)).not.toHaveProperty("incompleteReason");
        expect(last(session).continued?.earlier).toHaveLength(3);
      },
    );
  });

  test("that fails leaves the answer unchanged, with the reason", async () => {
    await withSession(
      conversation([prompt("p"), stopped()]),
      () => jsonAnswer(402, { error: { message: "No credits", type: "insufficient_quota", code: "insufficient_quota", param: null } }),
      async (session) => {
        session.continueAnswer("a");
        await settled(session, "failed");
        expect(last(session)).toMatchObject({ error: { kind: "insufficientQuota" }, parts: stopped().parts });
      },
    );
  });

  test.for([
    ["is complete", [prompt("p"), stopped({ state: "completed" })]],
    ["was stopped by a content filter", [prompt("p"), stopped({ state: "incomplete", incompleteReason: "content_filter" })]],
    ["has no text", [prompt("p"), stopped({ parts: [] })]],
    ["others follow", [prompt("p"), stopped(), prompt("q", "a"), answer("b", "q", { state: "stopped" })]],
  ] as const)("is not requested if the answer %s", async ([, turns]) => {
    await withSession(
      conversation([...turns]),
      () => rest("1;"),
      async (session, requests) => {
        session.continueAnswer("a");
        session.setSettings({ effort: "low" });
        expect(session.conversation.turns).toEqual(turns);
        expect(requests).toEqual([]);
      },
    );
  });
});

test("a continued answer is exported and imported as one", () => {
  const turn = stopped({ continued: { earlier: [{ createdAt: 1, usage }], since: 2, parts: stopped().parts } });
  const imported = fromMarkdown(toMarkdown(conversation([prompt("p"), turn]), "images"), () => crypto.randomUUID());
  expect(imported?.turns[1]).toMatchObject({
    parts: [{ text: plainText(turn) }],
    continued: { earlier: [{ createdAt: 1, usage }], since: 2 },
  });
  expect(imported?.turns[1]).not.toHaveProperty("continued.parts");
});
