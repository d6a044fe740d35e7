/** The similarity of sound fingerprints. */
import { expect, test } from "vitest";
import { compareSounds } from "../../../../src/prompt/assertions/compareFingerprints.ts";

test.each([
  ["00ff0f0f", "00ff0f0f", 1],
  // Half of the bits differ.
  ["00ff00ff", "ffffffff", 0.5],
  // Parts without a counterpart count half: at the end, and at the beginning.
  ["12345678abcd", "12345678", 2.5 / 3],
  ["12345678abcd", "5678abcd", 2.5 / 3],
  // Silence in both is ignored, silence in one counts half.
  ["1234----abcd", "1234----abcd", 1],
  ["12345678", "1234----", 0.75],
  ["--------", "--------", 1],
  ["", "1234", 0],
])("of %j and %j the similarity is %d", (one, other, similarity) => {
  expect(compareSounds(one, other)).toBeCloseTo(similarity, 5);
  expect(compareSounds(other, one)).toBeCloseTo(similarity, 5);
});
