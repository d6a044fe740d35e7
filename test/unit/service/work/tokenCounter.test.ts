/** The tokens of a text that is not kept. */
import { expect, test } from "vitest";
import { countTokens } from "../../../../src/contract/countTokens.ts";
import { TokenCounter } from "../../../../src/service/work/tokenCounter.ts";

test.each(["h", "a heron waits. ", "水鳥が", "x".repeat(5000)])("the pieces have as many tokens as the text: %s", (piece) => {
  const counter = new TokenCounter();
  for (let count = 0; count < 3000; count += 1) counter.add(piece);
  const expected = countTokens(piece.repeat(3000));
  expect(Math.abs(counter.tokens - expected) / expected).toBeLessThan(0.005);
});
