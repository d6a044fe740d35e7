/** Conversations, drafts and presets in a real database: search, storage and removal. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";

let folder: string;
let conversations: ConversationStore;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "chat-conversations-"));
  conversations = await openConversationStore(folder);
});
afterEach(async () => {
  await conversations.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("the database", () => {
  test("reserves a conversation for the window that answers in it until that window ends, regardless of the clock", async () => {
    await conversations.beginAnswering("one");
    const other = await openConversationStore(folder);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 24 * 3600 * 1000 });
    try {
      expect([await other.beginAnswering("one"), other.isAnsweredElsewhere("one"), await other.beginAnswering("two")]).toEqual([
        false,
        true,
        true,
      ]);
      await other.close();
      expect([conversations.isAnsweredElsewhere("two"), await conversations.beginAnswering("two")]).toEqual([false, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("finds conversations by any word of any turn, by its beginning, ignoring case and accents", () => {
    conversations.saveAll(conversation([prompt("p1", null, { text: "Über Leuchttürme am Meer" })], { id: "one", title: "Sea" }));
    conversations.saveAll(
      conversation([prompt("p2", null, { text: "A recipe for bread" })], { id: "two", title: "Kitchen", updatedAt: 9 }),
    );
    const found = (query: string) => conversations.search(query).map(({ id }) => id);
    expect(found("")).toEqual(["two", "one"]);
    expect(found("leuchtturm")).toEqual(["one"]);
    expect(found("uber leucht")).toEqual(["one"]);
    expect(found("kitch")).toEqual(["two"]);
    expect(conversations.search("bread")[0]?.excerpt).toContain("bread");
  });

  test("lists each conversation with its model and beginning, or with its answer if the title is the beginning", async () => {
    const said = prompt("p1", null, { text: "Compare tea and coffee" });
    const reply = answer("a1", "p1", { parts: [{ kind: "text", key: "0", text: "\n## **Tea** is older\n\nMore", citations: [] }] });
    conversations.saveAll(conversation([said, reply], { id: "one", title: "Compare tea and coffee" }));
    conversations.saveAll(conversation([prompt("p2")], { id: "two", title: "Renamed" }));
    const listed = () => Object.fromEntries(conversations.search("").map((summary) => [summary.id, summary]));
    expect(listed()).toMatchObject({
      one: { model: "model", firstLine: "Tea is older" },
      two: { model: "model", firstLine: "text of p2" },
    });
  });

  test("adds up the costs of requests since a time, including continuations of an older answer", () => {
    expect(conversations.costSince(0)).toBeUndefined();
    const continued = { earlier: [{ createdAt: 10, usage: { cost: 1 } }], since: 100 };
    const turns = [
      prompt("p"),
      answer("a", "p", { createdAt: 10, usage: { cost: 2 }, continued }),
      prompt("q", "a"),
      answer("b", "q", { createdAt: 100, usage: { cost: { amount: 0.5 } } }),
      prompt("r", "b"),
      answer("c", "r", { createdAt: 120, usage: { total_tokens: 4 } }),
    ];
    conversations.saveAll(conversation(turns, { id: "new", updatedAt: 120 }));
    conversations.saveAll(
      conversation([prompt("o"), answer("d", "o", { createdAt: 50, usage: { cost: 8 } })], { id: "old", updatedAt: 50 }),
    );
    expect(conversations.costSince(100)).toBe(2.5);
    expect(conversations.costSince(110)).toBeUndefined();
    expect(conversations.costSince(0)).toBe(11.5);
  });

  test("lists which conversations are pinned, unread, or being answered by a running window", async () => {
    for (const id of ["old", "new"]) conversations.saveAll(conversation([prompt(id)], { id, updatedAt: id === "new" ? 2 : 1 }));
    const other = await openConversationStore(folder);
    conversations.setPinned("old", true);
    conversations.setUnread("new", true);
    await other.beginAnswering("new");
    const listed = () => conversations.search("").toSorted((one, next) => next.updatedAt - one.updatedAt);
    expect(listed()).toMatchObject([{ unread: true, answering: true }, { pinned: true }]);
    other.saveConversation(conversation([], { id: "old", title: "Renamed elsewhere" }));
    await other.close();
    conversations.setPinned("new", true);
    conversations.setUnread("new", false);
    conversations.setPinned("old", false);
    const [first, second] = listed();
    expect(first).toMatchObject({ id: "new", pinned: true });
    expect(first).not.toHaveProperty("answering");
    expect(first).not.toHaveProperty("unread");
    expect(second).not.toHaveProperty("pinned");
  });

  test("lists each unsent prompt of a new conversation as a draft, until it is sent or removed", () => {
    conversations.saveAll(conversation([prompt("p1")], { id: "stored", title: "Sea", updatedAt: 1 }));
    conversations.saveDraft("new", "Über Leuchttürme\nam Meer");
    conversations.saveDraft("stored", "And the harbour");
    const attachment = { id: "x", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 4 } as const;
    conversations.saveDraftAttachment("attached", attachment, Buffer.from("lamp"));
    const listed = () => conversations.search("").map(({ id, title, turns, draft }) => [id, title, turns, draft]);
    expect(listed().toSorted()).toEqual([
      ["attached", "src/lamp.ts", 0, true],
      ["new", "Über Leuchttürme am Meer", 0, true],
      ["stored", "Sea", 1, true],
    ]);
    expect(conversations.search("leuchtturme").map(({ id }) => id)).toEqual(["new"]);
    expect(conversations.hasDraft("new")).toBe(true);
    conversations.saveDraft("new", "");
    conversations.saveDraft("stored", "");
    conversations.removeDraftAttachments("attached", ["x"]);
    expect(listed()).toEqual([["stored", "Sea", 1, undefined]]);
  });

  test("finds words of scripts without spaces anywhere in a sentence, and titles by all their words", () => {
    conversations.saveAll(
      conversation([prompt("p1", null, { text: "古い灯台の話を書いてください" })], { id: "one", title: "Ältere Pläne" }),
    );
    conversations.saveAll(conversation([prompt("p2", null, { text: "등대에 관한 이야기와 ประภาคารเก่า" })], { id: "two", updatedAt: 9 }));
    const found = (query: string) => conversations.search(query).map(({ id }) => id);
    expect(found("灯台")).toEqual(["one"]);
    expect(conversations.search("灯台")[0]?.excerpt).toContain("灯台");
    expect(found("등대")).toEqual(["two"]);
    expect(found("ประภาคาร")).toEqual(["two"]);
    expect(found("plane alt")).toEqual(["one"]);
    expect(found("cafe\u0301")).toEqual([]);
  });

  test("treats no typed text as a search operator", () => {
    const text = 'She said "hello" AND left -- NOT now, near(by) a* b^2 col:umn {x} OR 100%_ 🎉 C++ it\'s';
    conversations.saveAll(conversation([prompt("p1", null, { text })], { id: "one", title: "Plain" }));
    const found = (query: string) => conversations.search(query).map(({ id }) => id);
    const typed = [
      '"',
      '"hello',
      "*",
      "a*",
      "-",
      "--",
      "NOT now",
      "hello NOT left",
      "AND",
      "OR",
      "NEAR(by",
      "col:umn",
      "{x}",
      "100%_",
      "_",
      "^",
      "🎉",
      "C++",
      "it's",
      "(",
    ];
    for (const query of typed) expect([query, found(query)]).toEqual([query, ["one"]]);
    for (const query of ["text:hello", "'; DROP TABLE turns; --", "\u0000", "]"]) expect([query, found(query)]).toEqual([query, []]);
    expect(found(Array.from({ length: 5000 }, () => "hello").join(" "))).toEqual(["one"]);
    expect(found("   ")).toEqual(["one"]);
  });

  test("that is damaged is moved, and this is reported", async () => {
    conversations.saveAll(conversation([prompt("p1")], { id: "one" }));
    await conversations.close();
    writeFileSync(path.join(folder, "conversations.db"), "no database at all, but long enough to look like one".repeat(100));
    conversations = await openConversationStore(folder);
    expect(conversations.notice).toContain("The list of conversations was damaged");
    expect(conversations.search("")).toEqual([]);
    expect(readdirSync(folder).some((name) => name.startsWith("conversations-damaged-"))).toBe(true);
  });

  test("that is damaged is recovered as far as possible, and its texts can be found", async () => {
    const id = "one";
    conversations.saveAll(conversation([prompt("p1", null, { text: "lighthouse" }), prompt("p2", null, { text: "bread" })], { id }));
    await conversations.close();
    const file = path.join(folder, "conversations.db");
    writeFileSync(file, readFileSync(file).fill(0xa5, 0, 4096));
    conversations = await openConversationStore(folder);
    expect(conversations.notice).toContain("Conversations recovered from it: 1.");
    expect(conversations.load(id)?.turns).toMatchObject([{ text: "lighthouse" }, { text: "bread" }]);
    expect(conversations.search("bread")).toMatchObject([{ id }]);
  });

  test.each<[string, string[], string[]]>([
    ["a prompt", ["p1"], ["p2"]],
    ["an answer", ["a1"], ["p1", "b1", "p2"]],
    ["one of two answers", ["b1"], ["p1", "a1", "p2", "p3", "a3"]],
    ["the first prompt and its answers", ["p1", "a1", "b1"], ["p2"]],
  ])("removes with %s what another window has added below it", async (_, removed, left) => {
    const turns = [prompt("p1"), answer("a1", "p1"), answer("b1", "p1"), prompt("p2")];
    await conversations.saveAll(conversation(turns, { id: "one" }));
    const other = await openConversationStore(folder);
    for (const turn of [prompt("p3", "a1", { text: "lighthouse" }), answer("a3", "p3")]) await other.saveTurn("one", turn);
    await other.close();
    await conversations.removeTurns("one", removed);
    expect(conversations.load("one")?.turns.map(({ id }) => id)).toEqual(left);
    expect(conversations.search("lighthouse")).toHaveLength(left.includes("p3") ? 1 : 0);
  });

  test("removes the text of a deleted turn and conversation", () => {
    conversations.saveAll(conversation([prompt("p1", null, { text: "lighthouse" }), prompt("p2", null, { text: "bread" })], { id: "one" }));
    conversations.removeTurns("one", ["p1"]);
    expect(conversations.search("lighthouse")).toEqual([]);
    conversations.remove("one");
    expect(conversations.search("bread")).toEqual([]);
    expect(conversations.load("one")).toBeUndefined();
  });

  test("keeps the attachments of an unsent prompt, in order, until it is sent or its conversation deleted", async () => {
    const image = { id: "y", kind: "image" as const, name: "y.png", mediaType: "image/png", size: 2 };
    const link = {
      id: "x",
      kind: "document" as const,
      name: "x.pdf",
      mediaType: "application/pdf",
      size: 0,
      url: "https://example.com/x.pdf",
    };
    conversations.saveDraftAttachment("one", image, new Uint8Array([1, 2]));
    conversations.saveDraftAttachment("one", link, undefined);
    conversations.saveDraftAttachment("one", { ...image, size: 1 }, new Uint8Array([3]));
    const again = await openConversationStore(folder);
    try {
      expect(again.draftAttachments("one")).toEqual([
        { attachment: { ...image, size: 1 }, content: new Uint8Array([3]) },
        { attachment: link },
      ]);
      expect(again.draftAttachments("two")).toEqual([]);
      again.removeDraftAttachments("one", ["y"]);
      expect(again.draftAttachments("one")).toEqual([{ attachment: link }]);
      again.remove("one");
      expect(again.draftAttachments("one")).toEqual([]);
    } finally {
      await again.close();
    }
  });

  test("keeps an unsent prompt for the next window, until it is empty or its conversation deleted", async () => {
    conversations.saveDraft("one", "first");
    conversations.saveDraft("one", "a draft");
    conversations.saveDraft("two", "another");
    const again = await openConversationStore(folder);
    try {
      expect([again.draft("one"), again.draft("two"), again.draft("three")]).toEqual(["a draft", "another", ""]);
      again.saveDraft("one", "");
      again.remove("two");
      expect([conversations.draft("one"), conversations.draft("two")]).toEqual(["", ""]);
    } finally {
      await again.close();
    }
  });

  test("skips only the turn that cannot be read", () => {
    conversations.saveAll(conversation([prompt("p1"), prompt("p2")], { id: "one" }));
    conversations.saveTurn("one", { ...prompt("p1"), createdAt: "once" as never });
    expect(conversations.load("one")?.turns.map(({ id }) => id)).toEqual(["p2"]);
  });
});
