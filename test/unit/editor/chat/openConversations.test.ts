/** Conversations, drafts and presets in a real database; what is found, kept and forgotten. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Conversations, openConversations } from "../../../../src/editor/chat/openConversations.ts";
import { conversation, prompt } from "../../chat/turns.ts";

let folder: string;
let conversations: Conversations;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "chat-conversations-"));
  conversations = openConversations(folder);
});
afterEach(() => {
  conversations.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the database", () => {
  test("finds conversations by any word of any turn, by its beginning, whatever its case and accents", () => {
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

  test("takes nothing that is typed for an operator", () => {
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

  test("that is damaged is set aside, and says so", () => {
    conversations.saveAll(conversation([prompt("p1")], { id: "one" }));
    conversations.close();
    writeFileSync(path.join(folder, "conversations.db"), "no database at all, but long enough to look like one".repeat(100));
    conversations = openConversations(folder);
    expect(conversations.notice).toContain("The list of conversations was damaged");
    expect(conversations.search("")).toEqual([]);
    expect(readdirSync(folder).some((name) => name.startsWith("conversations-damaged-"))).toBe(true);
  });

  test("forgets a deleted turn's and conversation's text", () => {
    conversations.saveAll(conversation([prompt("p1", null, { text: "lighthouse" }), prompt("p2", null, { text: "bread" })], { id: "one" }));
    conversations.removeTurns("one", ["p1"]);
    expect(conversations.search("lighthouse")).toEqual([]);
    conversations.remove("one");
    expect(conversations.search("bread")).toEqual([]);
    expect(conversations.load("one")).toBeUndefined();
  });

  test("keeps what is attached to an unsent prompt, in its order, until it is sent or its conversation deleted", () => {
    const picture = { id: "y", kind: "image" as const, name: "y.png", mediaType: "image/png", size: 2 };
    const link = {
      id: "x",
      kind: "document" as const,
      name: "x.pdf",
      mediaType: "application/pdf",
      size: 0,
      url: "https://example.com/x.pdf",
    };
    conversations.saveDraftAttachment("one", picture, new Uint8Array([1, 2]));
    conversations.saveDraftAttachment("one", link, undefined);
    conversations.saveDraftAttachment("one", { ...picture, size: 1 }, new Uint8Array([3]));
    const again = openConversations(folder);
    try {
      expect(again.draftAttachments("one")).toEqual([
        { attachment: { ...picture, size: 1 }, content: new Uint8Array([3]) },
        { attachment: link },
      ]);
      expect(again.draftAttachments("two")).toEqual([]);
      again.removeDraftAttachments("one", ["y"]);
      expect(again.draftAttachments("one")).toEqual([{ attachment: link }]);
      again.remove("one");
      expect(again.draftAttachments("one")).toEqual([]);
    } finally {
      again.close();
    }
  });

  test("keeps the unsent prompt for the next window, until it is empty or its conversation deleted", () => {
    conversations.saveDraft("one", "first");
    conversations.saveDraft("one", "a draft");
    conversations.saveDraft("two", "another");
    const again = openConversations(folder);
    try {
      expect([again.draft("one"), again.draft("two"), again.draft("three")]).toEqual(["a draft", "another", ""]);
      again.saveDraft("one", "");
      again.remove("two");
      expect([conversations.draft("one"), conversations.draft("two")]).toEqual(["", ""]);
    } finally {
      again.close();
    }
  });

  test("a turn that cannot be read does not take the others along", () => {
    conversations.saveAll(conversation([prompt("p1"), prompt("p2")], { id: "one" }));
    conversations.saveTurn("one", { ...prompt("p1"), createdAt: "once" as never });
    expect(conversations.load("one")?.turns.map(({ id }) => id)).toEqual(["p2"]);
  });
});
