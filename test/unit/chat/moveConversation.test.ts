/** Exports conversations to files and imports them. */

import { afterEach, describe, expect, test } from "vitest";
import { type Conversation, visiblePath } from "../../../src/chat/conversation/conversation.ts";
import { fromJson, toJson } from "../../../src/chat/conversation/conversationJson.ts";
import { toMarkdown } from "../../../src/chat/conversation/conversationMarkdown.ts";
import { whyNotJson, whyNotMarkdown } from "../../../src/chat/conversation/importError.ts";
import { attachmentIds, imageNames, type MovedConversation, renameImages } from "../../../src/chat/conversation/movedConversation.ts";
import { fromMarkdown } from "../../../src/chat/conversation/readConversationMarkdown.ts";
import { isRunning, type Turn } from "../../../src/chat/conversation/turn.ts";
import { inEnglish, setLanguage } from "../../../src/contract/translate.ts";
import { fc, runsOf } from "../../fuzzing.ts";
import { anyMoved } from "./anyConversation.ts";
import { answer, conversation, prompt } from "./turns.ts";

afterEach(() => setLanguage("en", inEnglish));

function counter(): () => string {
  let next = 0;
  return () => `new${next++}`;
}

/** Replaces every id by its first position, so that two conversations can be compared regardless of their ids. */
function withoutIds({ conversation: it, attachments, ...more }: MovedConversation) {
  const turnNames = new Map(it.turns.map(({ id }, index) => [id, `turn ${index}`]));
  const used = it.turns.flatMap((turn) => (turn.role === "user" ? turn.attachments.map(({ id }) => id) : []));
  const attachmentNames = new Map([...new Set(used)].map((id, index) => [id, `attachment ${index}`]));
  const turns = it.turns.map((turn) => {
    const location = { id: turnNames.get(turn.id), parentId: turn.parentId && turnNames.get(turn.parentId) };
    if (turn.role === "assistant") return { ...turn, ...location, state: isRunning(turn.state) ? "truncated" : turn.state };
    return {
      ...turn,
      ...location,
      attachments: turn.attachments.map((attachment) => ({ ...attachment, id: attachmentNames.get(attachment.id) })),
    };
  });
  const chosen = Object.entries(it.chosen).map(([parent, child]) => [turnNames.get(parent) ?? parent, turnNames.get(child)]);
  const contents = [...attachments].flatMap(([id, content]) => (attachmentNames.has(id) ? [[attachmentNames.get(id), content]] : []));
  return { ...more, conversation: { ...it, id: "", turns, chosen: Object.fromEntries(chosen) }, contents: contents.sort() };
}

describe("a conversation as JSON", () => {
  test("is restored completely: branches, siblings, attachments, images, settings and the preset", () => {
    fc.assert(
      fc.property(anyMoved, (moved) => {
        const back = fromJson(toJson(moved), counter());
        if (back === undefined) throw new Error("It was not read");
        expect(withoutIds(back)).toEqual(withoutIds(moved));
        const ids = new Set(moved.conversation.turns.map(({ id }) => id));
        expect(back.conversation.turns.filter(({ id }) => ids.has(id))).toEqual([]);
        expect(back.conversation.id).not.toBe(moved.conversation.id);
      }),
      { numRuns: runsOf(300) },
    );
  });

  const file = (it: unknown, more: object = {}) =>
    JSON.stringify({ format: "generation-studio.conversation", version: 1, conversation: it, ...more });

  test("leaves out queued prompts, and selections of missing turns", () => {
    const it = conversation([prompt("p"), answer("a", "p")], {
      queue: [{ id: "q", text: "Later", attachments: [] }],
      chosen: { p: "gone", gone: "a", "": "p", x: "p" },
    });
    const back = fromJson(file(it), () => crypto.randomUUID())?.conversation;
    expect(back?.queue).toEqual([]);
    expect(Object.keys(back?.chosen ?? {})).toEqual([""]);
  });

  test.for<[string, Turn[]]>([
    ["names a turn twice", [prompt("p"), prompt("p")]],
    ["follows a turn that is not there", [prompt("p", "q")]],
    ["follows a turn that comes later", [prompt("p", "q"), prompt("q")]],
    ["is a ring", [prompt("p", "p")]],
    ["names a part twice", [prompt("p"), answer("a", "p", { parts: [0, 0].map(() => ({ kind: "refusal", key: "k", text: "" })) })]],
  ])("is refused if it %s", ([, turns]) => {
    expect(fromJson(file(conversation(turns)), counter())).toBeUndefined();
  });

  test("is refused if some content is not base64", () => {
    const it = conversation([prompt("p")]);
    for (const content of ["a", "a===", "ab=c", "data:,x", "ÄÄÄÄ", 1])
      expect(fromJson(file(it, { attachments: { x: content } }), counter())).toBeUndefined();
    expect(fromJson(file(it, { attachments: { x: "YQ==" } }), counter())).toBeDefined();
  });

  test("truncates instructions to the service's limit", () => {
    const it = conversation([], { settings: { ...conversation([]).settings, instructions: "😀".repeat(2001) } });
    expect(fromJson(file(it), counter())?.conversation.settings.instructions).toBe("😀".repeat(2000));
  });

  test.for(["", "{", "[]", '{"format":"other","version":1}', file({})])("%j is none", (text) => {
    expect(fromJson(text, counter())).toBeUndefined();
  });
});

/** The part of a conversation that Markdown contains: the selected turns, without the contents of attachments. */
function shown(it: Conversation) {
  return visiblePath(it).map((turn) => {
    if (turn.role === "user")
      return { text: turn.text, createdAt: turn.createdAt, attached: turn.attachments.map(({ id: _, ...rest }) => rest) };
    const { id: _, parentId: _parent, parts, state, ...facts } = turn;
    return { ...facts, state: isRunning(state) ? "truncated" : state, parts: parts.map(({ key: _key, ...part }) => part) };
  });
}

describe("a conversation as Markdown", () => {
  test("is restored as far as Markdown can represent it", () => {
    fc.assert(
      fc.property(anyMoved, ({ conversation: it }) => {
        const back = fromMarkdown(toMarkdown(it, "images"), counter());
        if (back === undefined) throw new Error("It was not read");
        expect(shown(back)).toEqual(shown(it));
        expect([back.title, back.settings, back.createdAt]).toEqual([it.title, it.settings, it.createdAt]);
      }),
      { numRuns: runsOf(300) },
    );
  });

  const it = conversation(
    [
      prompt("p", null, { attachments: [{ id: "x", kind: "text", name: "lamp.ts", mediaType: "text/plain", size: 3 }] }),
      answer("a", "p", {
        parts: [
          { kind: "reasoning", key: "r", text: "Hm." },
          {
            kind: "text",
            key: "0.0",
            text: "Lit by oil.",
            citations: [{ url: "https://example.com", title: "Lamps" }, { url: "https://example.com" }],
          },
          { kind: "image", key: "i", state: "ready", file: "0123.png" },
        ],
      }),
      answer("b", "p", { state: "streaming" }),
    ],
    { chosen: { p: "a" } },
  );

  test("is readable: headings, names of attachments, collapsed reasoning, each source once, images beside it", () => {
    const visible = toMarkdown(it, "lamps-images").replaceAll(/<!--.*-->\n\n|\n\n<!--.*-->/g, "");
    expect(visible).toBe(
      "# Title\n\n## You\n\n*Attached: lamp.ts*\n\ntext of p\n\n## model\n\n<details>\n<summary>Reasoning</summary>\n\nHm.\n\n</details>\n\nLit by oil.\n\n1. [Lamps](<https://example.com>)\n\n![Generated image](lamps-images/0123.png)\n",
    );
  });

  test("has the headings of the editor's language, and is read in each", () => {
    setLanguage("de", (message, ...values) => inEnglish(`«${message}»`, ...values));
    const failed = conversation([...it.turns.slice(0, 2), prompt("q", "a"), answer("c", "q", { demo: true, state: "failed" })]);
    const written = toMarkdown({ ...failed, title: "" }, "x");
    const seen = written.replaceAll(/<!--.*-->/g, "").split("\n");
    expect(seen.filter((line) => /^#|^\*|^<summary>|^!/.test(line))).toEqual([
      "# «Conversation»",
      "## «You»",
      "*«Attached: lamp.ts»*",
      "## model",
      "<summary>«Reasoning»</summary>",
      "![«Generated image»](x/0123.png)",
      "## «You»",
      "## model («demo»)",
      "*«Failed.»*",
    ]);
    const back = fromMarkdown(written, counter());
    expect(back && shown(back)).toEqual(shown(failed));
  });

  test("may be edited, and saved with other line endings", () => {
    const edited = toMarkdown(it, "x").replace("text of p", "another question\n\nin two paragraphs").replaceAll("\n", "\r\n");
    const [first, second] = fromMarkdown(edited, counter())?.turns ?? [];
    expect(first).toMatchObject({ text: "another question\n\nin two paragraphs" });
    expect(second).toMatchObject({ role: "assistant", model: "model" });
  });

  test("is not recognized in another Markdown file", () => {
    expect(fromMarkdown("# Notes\n\n<!-- prompt -->\n", counter())).toBeUndefined();
    expect(fromMarkdown('<!-- conversation {"version":2} -->', counter())).toBeUndefined();
  });

  test("references no image outside its folder", () => {
    const outside = toMarkdown(it, "x").replaceAll('"0123.png"', '"../../secret.png"');
    expect(imageNames(fromMarkdown(outside, counter())?.turns ?? [])).toEqual([]);
  });
});

test("a missing image is shown as damaged", () => {
  const turns = [answer("a", "p", { parts: ["one", "two"].map((file) => ({ kind: "image", key: file, state: "drawing", file })) })];
  expect(renameImages(turns, (name) => (name === "one" ? "kept.png" : undefined))[0]).toMatchObject({
    parts: [{ state: "ready", file: "kept.png" }, { state: "damaged" }],
  });
});

test("attachments that the service fetches itself have no content to export", () => {
  const attached = [
    { id: "x", kind: "text" as const, name: "a", mediaType: "", size: 1 },
    { id: "y", kind: "image" as const, name: "b", mediaType: "", size: 0, url: "https://example.com/b.png" },
  ];
  const turns = [prompt("p", null, { attachments: attached }), prompt("q", "p", { attachments: attached })];
  expect(attachmentIds(turns)).toEqual(["x"]);
});

describe("a file that cannot be imported", () => {
  const it = conversation([prompt("p"), answer("a", "p")]);
  const json = toJson({ conversation: it, attachments: new Map(), images: new Map() });
  const markdown = toMarkdown(it, "x");

  test("is reported as foreign, newer or damaged", () => {
    for (const text of ["", "{", "[]", "null", '{"format":"other","version":1}', "\u0000".repeat(100), markdown])
      expect([text, whyNotJson(text)]).toEqual([text, "foreign"]);
    expect(whyNotJson(json.replace('"version": 1', '"version": 2'))).toBe("newer");
    expect(whyNotJson(json.slice(0, -10))).toBe("broken");
    expect(whyNotJson(json.replace('"turns"', '"turned"'))).toBe("broken");

    expect(whyNotMarkdown("# Notes\n")).toBe("foreign");
    expect(whyNotMarkdown(markdown.replace('"version":1', '"version":2'))).toBe("newer");
    expect(whyNotMarkdown(markdown.replace('"settings":{', '"settings":{{'))).toBe("broken");
  });
});
