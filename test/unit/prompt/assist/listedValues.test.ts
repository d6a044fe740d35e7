/** The values of a model that the service reports are checked, completed and explained. */
import { expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { hover } from "../../../../src/prompt/assist/hover.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import type { Facts } from "../../../../src/prompt/facts.ts";
import { parsePromptDocument as parse } from "../../../../src/prompt/parse/promptDocument.ts";

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
