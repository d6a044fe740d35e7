/** Names of artifacts that are valid on Windows, macOS and Linux. */
import { describe, expect, test } from "vitest";
import { artifactName, fileNameOf, type NameFacts } from "../../../../src/generations/saving/artifactName.ts";

const facts: NameFacts = {
  prompt: "A red fox, jumping over the lazy dog in deep snow at midnight",
  kind: "image",
  model: "maker/painter-2:large",
  key: "0190aabbccdd-0000-112233445566",
  createdAt: new Date(2026, 10, 21, 14, 5, 9).getTime(),
  position: 2,
};

describe("a pattern's variables", () => {
  test("are replaced by the task's data", () => {
    expect(artifactName("{kind}/{date}/{time}-{n}-{key}", facts)).toEqual(["image", "2026-11-21", "14-05-09-2-33445566"]);
  });
  test("use the prompt's first whole words, in lower case", () => {
    expect(artifactName("{slug}", facts)).toEqual(["a-red-fox-jumping-over-the-lazy-dog-in-deep-snow"]);
  });
  test("keep letters of every script", () => {
    expect(artifactName("{slug}", { ...facts, prompt: "Рыжая лиса — 狐狸 🦊 हिन्दी" })).toEqual(["рыжая-лиса-狐狸-हिन्दी"]);
  });
  test("fall back to the kind if the prompt has no word", () => {
    expect(artifactName("{slug}", { ...facts, prompt: "?!… 🦊" })).toEqual(["image"]);
    expect(artifactName("{slug}", { ...facts, prompt: "❤️ I ❤️ 👩‍👧 1️⃣ Paris ☀️" })).toEqual(["i-1-paris"]);
  });
  test("never add a path separator", () => {
    expect(artifactName("{model}", facts)).toEqual(["maker-painter-2-large"]);
    expect(artifactName("{model}", { ...facts, model: "../../etc" })).toEqual(["-..-etc"]);
  });
  test("that are unknown stay unchanged", () => {
    expect(artifactName("{sluG} {other}", facts)).toEqual(["{sluG} {other}"]);
  });
});

describe("a path stays inside its folder", () => {
  test.each([
    ["../../secret", ["secret"]],
    ["/etc/passwd", ["etc", "passwd"]],
    ["C:\\Windows\\x", ["C-", "Windows", "x"]],
    ["\\\\server\\share\\x", ["server", "share", "x"]],
    ["a/./b/../c", ["a", "b", "c"]],
    ["~/x", ["~", "x"]],
    [".git/hooks/x", ["git", "hooks", "x"]],
    ["…/..", ["…"]],
    ["", ["image-33445566"]],
    ["../../..", ["image-33445566"]],
    [". . /", ["image-33445566"]],
  ])("%s", (pattern, segments) => {
    expect(artifactName(pattern, facts)).toEqual(segments);
  });
});

describe("a segment is a valid name everywhere", () => {
  test.each([
    ["CON", "_CON"],
    ["con.txt", "_con.txt"],
    ["nul ", "_nul"],
    ["COM1", "_COM1"],
    ["lpt¹", "_lpt¹"],
    ["conin$", "_conin$"],
    ["console", "console"],
    ["name. . .", "name"],
    ['a<b>c:d"e|f?g*h', "a-b-c-d-e-f-g-h"],
    ["tab\tnew\nline\u0000null\u202egpj", "tabnewlinenullgpj"],
    ["wide   space", "wide space"],
    ["e\u0301te\u0301", "\u00e9t\u00e9"],
    ["half \ud83e surrogate", "half \ufffd surrogate"],
  ])("%j becomes %j", (pattern, name) => {
    expect(artifactName(pattern, facts)).toEqual([name]);
  });
  test("is truncated between characters, with space for an extension and a counter", () => {
    const [name = ""] = artifactName("🦊".repeat(200), facts);
    expect(name).toBe("🦊".repeat(25));
    expect(artifactName(`${"x".repeat(99)}. tail`, facts)).toEqual(["x".repeat(99)]);
  });
});

test.each([
  ["Résumé", "résumé"],
  ["Re\u0301sume\u0301".normalize("NFD"), "résumé"],
  ["हिन्दी में", "हिन्दी-में"],
  ["ไทยแลนด์", "ไทยแลนด์"],
  ["مَرحبا", "مَرحبا"],
  ["Con", "_con"],
  ["?!", ""],
])("a file named after %j keeps the marks of its script", (text, name) => {
  expect(fileNameOf(text)).toBe(name);
});
