/** The values of a model that the service reports are checked, completed and explained. */
import { expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { hover } from "../../../../src/prompt/assist/hover.ts";
import { quickFixes } from "../../../../src/prompt/assist/quickFixes.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import type { Facts } from "../../../../src/prompt/facts.ts";
import { parsePromptDocument as parse } from "../../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";

const facts: Facts = {
  models: [
    { id: "local/paint", capabilities: { size: ["512x512", "1k"], aspect_ratio: ["1:1", "16:9"] } },
    { id: "local/voice", capabilities: { voice: ["alloy", "echo"], speed: { minimum: 0.5, maximum: 2 } } },
  ],
};
const audio = (fields: string) => `---\nkind: audio\nmodel: local/voice\nformat: wav\n${fields}\n---\nHello\n`;
const codesOf = (text: string) => diagnose(parse(text), facts).map(({ code }) => code);

test("a value that is not listed causes a warning with the listed ones", () => {
  const [found] = diagnose(parse(audio("voice: alto")), facts);
  expect(found).toMatchObject({ code: "valueNotListed", severity: "warning", suggestions: ["alloy", "echo"] });
  expect(found?.message).toBe("`local/voice` does not take this `voice`; it takes `alloy` or `echo`.");
  expect(codesOf(audio("voice: echo\nspeed: 3"))).toEqual(["valueNotListed"]);
});

test("listed values, variables and other models cause no warning", () => {
  expect(codesOf(audio("voice: alloy\nspeed: 1.5"))).toEqual([]);
  expect(codesOf(audio("vars: { who: alto }\nvoice: '{{who}}'"))).toEqual([]);
  expect(codesOf(audio("voice: alto").replace("local/voice", "local/paint"))).not.toContain("valueNotListed");
});

test.each([
  ["quality: high", "", "`local/fixed` takes no `quality`."],
  ["interface: v2\nimage_quality: high", "interface: v2\n", "`local/fixed` takes no `image_quality`."],
])("a field of which the model takes no value is reported, not completed, and removed by a fix: %s", (fields, rest, message) => {
  const facts: Facts = { models: [{ id: "local/fixed", capabilities: { size: [], side: { minimum: 64, maximum: 2048 }, quality: [] } }] };
  const text = (written: string) => `---\nkind: image\nmodel: local/fixed\n${written}---\nA kite\n`;
  const document = parse(text(`${fields}\n`));
  const found = diagnose(document, facts);
  expect(found.map((one) => one.message)).toEqual([message]);
  const [fix] = found.flatMap((one) => quickFixes(document, one, facts));
  expect(fix && applyTextEdits(document.text, fix.edits)).toBe(text(rest));
  const empty = text(`${rest}\n`);
  const labels = complete(parse(empty), empty.lastIndexOf("\n---"), facts).map(({ label }) => label);
  expect(labels).toContain(rest === "" ? "size" : "image_size");
  expect(labels).not.toContain(rest === "" ? "quality" : "image_quality");
  const sizes = text("size: \n");
  expect(complete(parse(sizes), sizes.indexOf("size: ") + 6, facts).map(({ label }) => label)).not.toContain("1k");
});

test.each([
  ["of the same size", { width: 40, height: 20 }, { width: 40, height: 20 }, []],
  ["of another size", { width: 40, height: 20 }, { width: 20, height: 40 }, ["notAllowed"]],
  ["of an image that is displayed turned", { width: 40, height: 20, orientation: 6 }, { width: 20, height: 40 }, []],
  ["of an unknown size", { width: 40, height: 20 }, undefined, []],
])("a mask %s", (_, image, mask, codes) => {
  const files = { "a.jpg": { exists: true, image }, "m.png": { exists: true, ...(mask && { image: mask }) } };
  for (const fields of ["image: [a.jpg]\nmask: m.png", "interface: v2\nfiles: [a.jpg]\nimage_mask: m.png"]) {
    const document = parse(`---\nkind: image\nmodel: paint\n${fields}\n---\nA kite\n`);
    expect(diagnose(document, { files }).map(({ code }) => code)).toEqual(codes);
  }
});

// Providers fit both frames to the size of the video.
test.each(["image: [a.jpg]\nlast_frame: m.png", "interface: v2\nfiles: [a.jpg]\nvideo_last_frame: m.png"])(
  "the last frame of a video may have another size than the first: %s",
  (fields) => {
    const files = {
      "a.jpg": { exists: true, image: { width: 40, height: 20 } },
      "m.png": { exists: true, image: { width: 20, height: 40 } },
    };
    const document = parse(`---\nkind: video\nmodel: film\n${fields}\n---\nA kite\n`);
    expect(diagnose(document, { files }).map(({ code }) => code)).toEqual([]);
  },
);

test("v2's names of the fields are checked too", () => {
  const text = "---\nkind: image\ninterface: v2\nmodel: local/paint\nimage_size: 2k\nimage_ratio: '16:9'\n---\nA kite\n";
  expect(codesOf(text)).toEqual(["valueNotListed"]);
});

test("listed values are completed in their order, and shown on hover", () => {
  const text = audio("voice: ");
  const labels = complete(parse(text), text.indexOf("voice: ", 40) + 7, facts).map(({ label }) => label);
  expect(labels).toEqual(["alloy", "echo"]);
  const written = audio("voice: alloy");
  expect(hover(parse(written), written.indexOf("voice: alloy") + 1, facts)?.markdown).toContain("`local/voice` takes `alloy` or `echo`.");
});
