/** Keys as users paste them. */
import { expect, test } from "vitest";
import { readKey } from "../../../../src/editor/base/readKey.ts";

test.each([
  [" sk-1 ", "sk-1"],
  ["Bearer sk-1", "sk-1"],
  ["Authorization: Bearer sk-1", "sk-1"],
  ['"sk-1"', "sk-1"],
  ["", ""],
  ["sk-1\nsk-2", undefined],
  ["OPENAI_API_KEY = sk-1", "sk-1"],
  ["OPENAI_API_KEY=sk-1", "sk-1"],
  ["export HF_TOKEN='sk-1'", "sk-1"],
  ['Bearer "sk-1"', "sk-1"],
  ['"Bearer sk-1"', "sk-1"],
  ["Bearer: sk-1", "sk-1"],
  ["bearer\tsk-1\n", "sk-1"],
  ["'Authorization: Bearer sk-1'", "sk-1"],
  ['"Authorization": "Bearer sk-1",', "sk-1"],
  ['"Authorization": "Bearer sk-1"', "sk-1"],
  ["x-api-key: sk-1", "sk-1"],
  ["api_key: 'sk-1';", "sk-1"],
  ["\u200bsk-1\ufeff", "sk-1"],
  ["c2stMQ==", "c2stMQ=="],
  ["keyless-1", "keyless-1"],
  ["bearer", "bearer"],
  ["curl -H x sk-1", undefined],
  ["sk-“1”", undefined],
])("%j is %j", (typed, key) => {
  expect(readKey(typed)).toBe(key);
});
