/** The models that an account may use. */
import { expect, test } from "vitest";
import { mayUse } from "../../../../src/service/account/accounts.ts";

test.each([
  [undefined, "local/llama", true],
  [[], "local/llama", false],
  [["local/*"], "local/llama", true],
  [["local/*"], "elsewhere/local/llama", false],
  [["*"], "local/llama", true],
  [["*-mini"], "openai/gpt-mini", true],
  [["*-mini"], "openai/gpt-mini-2", false],
  [["a*b*c"], "a-b-c", true],
  [["a*b*c"], "a-c-b", false],
  [["ab*ba"], "aba", false],
  [["a*bc*c"], "abc", false],
  [["demo-text"], "demo-text", true],
  [["demo-text"], "demo-text-2", false],
  [["x", "demo.text"], "demo-text", false],
])("an account of the models %j may use %s: %s", (models, id, isAllowed) => {
  expect(mayUse(models === undefined ? {} : { models }, id)).toBe(isAllowed);
});
