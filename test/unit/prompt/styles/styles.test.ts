/** Styles in prompt documents: reading, adding to requests, checks, completion, hover and definition. */
import { describe, expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { findStyleAt } from "../../../../src/prompt/assist/findStyleAt.ts";
import { hover } from "../../../../src/prompt/assist/hover.ts";
import { quickFixes } from "../../../../src/prompt/assist/quickFixes.ts";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import type { ModelFact } from "../../../../src/prompt/facts.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { readStyle, styleName } from "../../../../src/prompt/styles/style.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";
import { marked } from "../marked.ts";

const styles = [
  readStyle(
    "watercolour",
    "file:///s/watercolour.md",
    "---\r\ndescription: Soft *light*\r\nnegative_prompt: photo, text\r\n---\r\nPainted in\r\nwatercolours\r\n",
  ),
  readStyle("poster", "file:///s/poster.md", "A travel poster of {{ prompt }}, flat colours\n"),
  readStyle("two words", "file:///s/two words.md", "Grainy"),
  readStyle("broken", "file:///s/broken.md", "---\nnegativ_prompt: x\n---\nGrainy"),
];

const front = (style: string, more = "") => `---\nkind: image\nmodel: painter\nstyle: ${style}\n${more}---\n`;

function request(text: string) {
  const { requests, errors } = compile(parsePromptDocument(text), { styles });
  return errors.length > 0 ? errors.map(({ message }) => message) : requests[0]?.request.body;
}

describe("a style's file", () => {
  test.each([
    ["watercolour.md", "watercolour"],
    ["two words.md", "two words"],
    ["été.md", "été"],
    ["lighthouse.gen.md", undefined],
    [".md", undefined],
    ["notes.txt", undefined],
    [" x.md", undefined],
  ])("%s is the style %s", (file, name) => expect(styleName(file)).toBe(name));

  test.each([
    ["Grainy", []],
    ["---\nnegative_prompt: text\n---\n", []],
    ["", ["It has no text."]],
    ["---\ndescription: x\n---\n", ["It has no text."]],
    ["---\nnegativ_prompt: x\n---\nGrainy", ["`negativ_prompt` is not a field of a style. Did you mean `negative_prompt`?"]],
    ["---\ndescription: [a]\n---\nGrainy", ["`description` must be a text."]],
    ["In {{place}} {{prompt}}", ["`{{place}}` has no value in a style, only `{{prompt}}` has."]],
    ["---\ndescription: 'x\n---\nGrainy", [expect.any(String)]],
  ])("%j has these faults: %j", (content, faults) => expect(readStyle("x", "x", content).faults).toEqual(faults));
});

test("the place of the prompt as other programs write it", () => {
  expect(readStyle("x", "x", "A poster of {prompt}, flat")).toMatchObject({ text: "A poster of {{prompt}}, flat", faults: [] });
  expect(readStyle("x", "x", "A poster of {{prompt}}, {promptly}").text).toBe("A poster of {{prompt}}, {promptly}");
});

describe("a request", () => {
  test.each([
    ["follows the prompt", `${front("poster")}A lighthouse $& {{`, { prompt: "A travel poster of A lighthouse $& {{, flat colours" }],
    ["surrounds it", `${front("two words")}A lighthouse`, { prompt: "A lighthouse\n\nGrainy" }],
    [
      "has a negative prompt",
      `${front("watercolour")}A lighthouse`,
      { prompt: "A lighthouse\n\nPainted in\nwatercolours", negative_prompt: "photo, text" },
    ],
    ["adds to a negative prompt", `${front("watercolour", "negative_prompt: fog\n")}A lighthouse`, { negative_prompt: "fog, photo, text" }],
    [
      "is one of several",
      `${front("[two words, poster]")}A lighthouse`,
      { prompt: "A travel poster of A lighthouse\n\nGrainy, flat colours" },
    ],
    ["is a variable", `${front('"{{look}}"', "vars: { look: poster }\n")}x`, { prompt: "A travel poster of x, flat colours" }],
    ["and the prompt is a field", front("poster", "prompt: A lighthouse\n"), { prompt: "A travel poster of A lighthouse, flat colours" }],
    ["of a video", `${front("poster").replace("image", "video")}x`, { prompt: "A travel poster of x, flat colours" }],
  ])("whose style %s", (_name, text, body) => {
    expect(request(text)).toMatchObject(body);
    expect(request(text)).not.toHaveProperty("style");
  });

  test("of v2 has the style in its content and in ai", () => {
    expect(request(`${front("watercolour", "interface: v2\n")}A lighthouse`)).toMatchObject({
      content: [{ type: "input_text", text: "A lighthouse\n\nPainted in\nwatercolours" }],
      ai: { image_negative_prompt: "photo, text" },
    });
  });

  test("is not made with a style that is unknown or broken", () => {
    expect(request(`${front("postr")}x`)).toEqual(["There is no style `postr`."]);
    expect(request(`${front("broken")}x`)).toEqual([expect.stringMatching(/^The style `broken` cannot be used: `negativ_prompt`/)]);
  });
});

const painter: ModelFact = { id: "painter", abilities: { image: "yes" }, capabilities: { size: ["1k"] } };
const announcing: ModelFact = { ...painter, capabilities: { negative_prompt: true } };
const find = (text: string, model = announcing) =>
  diagnose(parsePromptDocument(text), { styles, models: [model] }).map(({ code, message }) => [code, message]);

test.each([
  ["poster", []],
  ["[watercolour, two words]", []],
  ["postr", [["unknownStyle", "There is no style `postr`. Did you mean `poster`?"]]],
  ["oil", [["unknownStyle", "There is no style `oil`. It would be the file `.generation-studio/styles/oil.md`."]]],
  ["[poster, Watercolor]", [["unknownStyle", "There is no style `Watercolor`. Did you mean `watercolour`?"]]],
  ["broken", [["styleInvalid", expect.stringContaining("Did you mean `negative_prompt`?")]]],
  ["7", [["unknownStyle", expect.stringContaining("`7`")]]],
  ["true", [["wrongType", expect.any(String)]]],
  ["~", [["wrongType", expect.any(String)]]],
  ["{ a: b }", [["wrongType", expect.any(String)]]],
])("style: %s has these diagnostics: %j", (style, expected) => expect(find(`${front(style)}x`)).toEqual(expected));

test("a negative prompt is sent only to a model that announces it", () => {
  expect(find(`${front("poster")}x`, painter)).toEqual([]);
  expect(find(`${front("watercolour")}x`, painter)).toEqual([["fieldNotAnnounced", expect.stringContaining("`watercolour`")]]);
});

test.each(["text", "audio"])("%s has no styles", (kind) => {
  const voice = kind === "audio" ? "voice: a\nformat: mp3\n" : "";
  expect(find(`---\nkind: ${kind}\nmodel: m\n${voice}style: poster\n---\nx`).map(([code]) => code)).toContain("foreignField");
});

test("a misspelt name has a fix, and styles are completed, described and found", () => {
  const document = parsePromptDocument(`${front("postr")}x`);
  const facts = { styles };
  const [unknown] = diagnose(document, facts);
  const [fix] = unknown === undefined ? [] : quickFixes(document, unknown, facts);
  expect(diagnose(parsePromptDocument(applyTextEdits(document.text, fix?.edits ?? [])), facts)).toEqual([]);
  for (const text of [`${front("|")}x`, `${front("[poster, |]")}x`, `${front("\n  - |")}x`]) {
    const { document: typed, offset } = marked(text);
    expect(complete(typed, offset, facts).map(({ label }) => label)).toEqual(expect.arrayContaining(["watercolour", "two words"]));
  }
  const { document: read, offset } = marked(`${front("[poster, water|colour]")}x`);
  expect(hover(read, offset, facts)?.markdown).toMatch(/Soft \\\*light\\\*[\s\S]*Painted in[\s\S]*photo, text/);
  expect(findStyleAt(read, offset, facts)?.address).toBe("file:///s/watercolour.md");
});
