/** The progress that a service reports, read field by field. */
import { expect, test } from "vitest";
import { longestPreview, readProgress } from "../../../src/contract/progress.ts";

const preview = "data:image/jpeg;base64,/9j/4AAQ";
const script = "data:image/svg+xml;base64,PHN2Zz4=";

test.each<[unknown, ReturnType<typeof readProgress>]>([
  [
    { percent: 42.5, queue_position: 3, preview },
    { percent: 42.5, queue_position: 3, preview },
  ],
  [{ percent: 0 }, { percent: 0 }],
  [{ percent: 100, eta: 4 }, { percent: 100 }],
  [{ percent: 101, queue_position: 1 }, { queue_position: 1 }],
  [{ percent: -1 }, undefined],
  [{ percent: "40" }, undefined],
  [{ percent: null, queue_position: null, preview: null }, undefined],
  [{ queue_position: 0 }, undefined],
  [{ queue_position: 1.5 }, undefined],
  [{ preview: script, percent: 1 }, { percent: 1 }],
  [{ preview: "https://example.org/a.png" }, undefined],
  [{ preview: "javascript:alert(1)" }, undefined],
  [{ preview: `${preview}" onerror="x` }, undefined],
  [{ preview: `data:image/png;base64,${"A".repeat(longestPreview)}` }, undefined],
  [{}, undefined],
  [[], undefined],
  [null, undefined],
  ["40 %", undefined],
  [undefined, undefined],
])("reads what can be shown of %j", (value, expected) => {
  expect(readProgress(value)).toEqual(expected);
});
