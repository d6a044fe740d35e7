/** Mentions of attachments in a message. */
import { expect, test } from "vitest";
import { findMentions, mentionOf } from "../../../../src/chat/request/mentions.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));
const found = (text: string, ...names: string[]) =>
  findMentions(text, named(...names)).map(({ start, end, attachment }) => [text.slice(start, end), attachment.name]);

test("a # with the name or its last part mentions an attachment", () => {
  expect(found("What does #add.ts do in #src/lamp.ts?", "src/add.ts", "src/lamp.ts")).toEqual([
    ["#add.ts", "src/add.ts"],
    ["#src/lamp.ts", "src/lamp.ts"],
  ]);
  expect(found("(#src) and #src/, “#my notes.md”", "src/", "docs/my notes.md")).toEqual([
    ["#src", "src/"],
    ["#src/", "src/"],
    ["#my notes.md", "docs/my notes.md"],
  ]);
  expect(found("#my notes.md.", "docs/my notes.md")).toEqual([["#my notes.md", "docs/my notes.md"]]);
});

test.each([
  ["#a.ts,#b.ts", ["#a.ts", "#b.ts"]],
  ["#b.ts;#a.ts", ["#b.ts", "#a.ts"]],
  ["看#a.ts和#b.ts。", ["#a.ts", "#b.ts"]],
  ["파일#a.ts", ["#a.ts"]],
  ["—#a.ts…#b.ts", ["#a.ts", "#b.ts"]],
  ["#a.ts#b.ts", ["#a.ts", "#b.ts"]],
  ["#a.ts/#b.ts and #b.ts-#a.ts", ["#a.ts", "#b.ts", "#b.ts", "#a.ts"]],
  ["#file:a.ts#file:b.ts＃a.ts", ["#file:a.ts", "#file:b.ts", "＃a.ts"]],
  ["x#a.ts#b.ts", []],
  ["#c.ts#b.ts", []],
  ["https://example.com/#a.ts?#b.ts", []],
])("in %j", (text, mentions) => {
  expect(findMentions(text, named("src/a.ts", "b.ts")).map(({ start, end }) => text.slice(start, end))).toEqual(mentions);
});

test.each([
  ["#file:a.ts", "#file:a.ts"],
  ["see #file:src/a.ts:10-20", "#file:src/a.ts"],
  ["#file:'my notes.md'.", "#file:'my notes.md'"],
  ['#"my notes.md"', '#"my notes.md"'],
  ["#`a.ts`", "#`a.ts`"],
  ["看＃a.ts、", "＃a.ts"],
  ["＃file:页面.tsx！", "＃file:页面.tsx"],
  ["#a.ts:10-20", "#a.ts"],
  ["#a.ts#L3", "#a.ts"],
])("the other form in %j is a mention", (text, mention) => {
  expect(found(text, "src/a.ts", "my notes.md", "docs/页面.tsx").map(([written]) => written)).toEqual([mention]);
});

test.each(["NFC", "NFD"] as const)("accents may be written in another form than in the name, here %s", (form) => {
  const text = "#über.ts".normalize(form);
  expect(found(text, "src/über.ts".normalize("NFC"))).toEqual([[text, "src/über.ts".normalize("NFC")]]);
  expect(found(text, "src/über.ts".normalize("NFD"))).toEqual([[text, "src/über.ts".normalize("NFD")]]);
});

test("a part of another word or name is not a mention", () => {
  expect(found("a#add.ts #add.tsx #add.ts.map #add.ts/x #added #ad", "src/add.ts", "add")).toEqual([]);
  expect(found("#add.ts", "notes.md")).toEqual([]);
  expect(found("#", "")).toEqual([]);
  expect(found('#file:add.tsx #\'add.ts #"add.ts.map" profile#file:add.ts', "src/add.ts")).toEqual([]);
});

test("the longest matching name is used", () => {
  expect(found("#add.ts #add", "add", "src/add.ts")).toEqual([
    ["#add.ts", "src/add.ts"],
    ["#add", "add"],
  ]);
});

test("a mention is short, unless another attachment has the same last part", () => {
  expect(mentionOf("src/add.ts", named("src/add.ts", "src/lamp.ts"))).toBe("#add.ts");
  expect(mentionOf("src/add.ts", named("lib/add.ts"))).toBe("#src/add.ts");
  expect(mentionOf("src/lamps/", [])).toBe("#lamps");
});
