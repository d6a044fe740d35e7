/** The pace of an answer that is cut off: what a model thought before its first word took time, too. */
import { expect, test } from "vitest";
import { Pace, upstreamSignal } from "../../../../src/service/work/leaveText.ts";
import { LeftToOthers, TaskDeleted } from "../../../../src/service/work/taskRunnerParts.ts";

test.each([
  { what: "nothing arrived", writes: [], end: 5_000, share: undefined },
  { what: "it was silent for more than a second", writes: [0, 100, 200], end: 5_000, share: undefined },
  { what: "it wrote all the time", writes: [0, 500, 1_000], end: 1_000, share: 1 },
  { what: "it thought for three of four seconds", writes: [3_000, 3_500, 4_000], end: 4_000, share: 1 / 4 },
  { what: "it wrote until just now", writes: [1_000, 1_500], end: 2_000, share: 1 / 2 },
])("if $what, the share that was seen is $share", ({ writes, end, share }) => {
  const pace = new Pace(0);
  for (const at of writes) pace.note(at);
  expect(pace.shareSeen(end)).toBe(share);
});

test.each([
  { what: "its client left", mayCost: true, reason: undefined, isCut: false },
  { what: "its task was deleted", mayCost: true, reason: new TaskDeleted("deleted"), isCut: false },
  { what: "the service closes", mayCost: true, reason: new LeftToOthers(), isCut: true },
  { what: "its client left, and it costs nothing", mayCost: false, reason: undefined, isCut: true },
])("whether an answer is cut off at once if $what: $isCut", ({ mayCost, reason, isCut }) => {
  const leaving = new AbortController();
  const upstream = upstreamSignal(leaving.signal, mayCost);
  expect(upstream.aborted).toBe(false);
  leaving.abort(reason);
  expect(upstream.aborted).toBe(isCut);
});
