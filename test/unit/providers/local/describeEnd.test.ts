/** Each end of the engine's process has a sentence that helps. */
import { expect, test } from "vitest";
import { describeEnd } from "../../../../src/providers/local/describeEnd.ts";

test.each([
  ["SIGILL", /too old .* install Ollama/],
  ["code 3221225501", /too old .* install Ollama/],
  ["SIGKILL", /smaller model/],
  ["code 137", /smaller model/],
  ["SIGSEGV", /\(SIGSEGV\)\.$/],
  ["code 1", /\(code 1\)\.$/],
])("%s", (reason, sentence) => expect(describeEnd(reason)).toMatch(sentence));
