/** What a document asks for and sends, as a form shows it. */
import { expect, test } from "vitest";
import { compile } from "../../../src/prompt/compile.ts";
import { describeForm } from "../../../src/prompt/describeForm.ts";
import { parsePromptDocument } from "../../../src/prompt/promptDocument.ts";
import { writeVariables } from "../../../src/prompt/writeVariant.ts";

const text = `---
model: m
temperature: 0.2
tools:
  - type: web_search
files: [a.png, "{{town}}.png"]
output: out
vars: { town: Brest, light: }
---
{{selection}} in {{town}} at {{input:When?}}, {{light}} {{file:notes.md}} {{date}} {{input:When?}}
`;

test("its request's fields, its variables and questions, and what else is sent", () => {
  expect(describeForm(parsePromptDocument(text))).toEqual({
    fields: [
      { name: "model", value: "m" },
      { name: "temperature", value: "0.2" },
      { name: "tools", value: "- type: web_search" },
    ],
    inputs: [
      { name: "town", isQuestion: false, value: "Brest" },
      { name: "light", isQuestion: false, value: "" },
      { name: "When?", isQuestion: true, value: "" },
    ],
    contents: ["{{selection}}", "{{file:notes.md}}", "a.png", "{{town}}.png"],
  });
});

test("what is filled in is literal, and changes nothing but the variables", () => {
  const written = writeVariables(parsePromptDocument("---\nmodel: m\nvars: { town: Brest }\n---\nIn {{town}}\n"), {
    town: '{{clipboard}} "x"\n---\nmodel: other',
    other: "x",
  });
  const [only] = compile(parsePromptDocument(written), { clipboard: "secret" }).requests;
  expect(only?.request.body).toEqual({ model: "m", input: 'In {{clipboard}} "x"\n---\nmodel: other' });
});
