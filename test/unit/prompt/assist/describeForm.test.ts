/** A document's inputs and contents, as a form shows them. */
import { expect, test } from "vitest";
import { describeForm } from "../../../../src/prompt/assist/describeForm.ts";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { writeVariables } from "../../../../src/prompt/write/writeVariant.ts";

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

test("the form has the request's fields, variables and questions, and what else is sent", () => {
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

test("answers are literal, and change only the variables", () => {
  const written = writeVariables(parsePromptDocument("---\nmodel: m\nvars: { town: Brest }\n---\nIn {{town}}\n"), {
    town: '{{clipboard}} "x"\n---\nmodel: other',
    other: "x",
  });
  const [only] = compile(parsePromptDocument(written), { clipboard: "secret" }).requests;
  expect(only?.request.body).toEqual({ model: "m", input: 'In {{clipboard}} "x"\n---\nmodel: other' });
});
