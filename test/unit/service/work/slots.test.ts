/** Several callers wait for a few slots, in order. */
import { expect, test } from "vitest";
import { Slots } from "../../../../src/service/work/slots.ts";

/** Calls that begin, in order. */
function createCallers() {
  const slots = new Slots(1);
  const begun: string[] = [];
  return { slots, begun, take: (name: string) => slots.take(() => begun.push(name)) };
}

test("callers wait in order if all slots are taken", () => {
  const { slots, begun, take } = createCallers();
  for (const name of ["first", "second", "third"]) take(name);
  expect(begun).toEqual(["first"]);
  slots.giveBack();
  expect(begun).toEqual(["first", "second"]);
  slots.giveBack();
  slots.giveBack();
  expect(begun).toEqual(["first", "second", "third"]);
  take("fourth");
  expect(begun.at(-1)).toBe("fourth");
});

test("a caller that leaves the queue takes no slot", () => {
  const { slots, begun, take } = createCallers();
  take("first");
  const leave = take("left");
  take("second");
  leave();
  slots.giveBack();
  expect(begun).toEqual(["first", "second"]);
});

test("leaving later does not give the slot back", () => {
  const { slots, begun, take } = createCallers();
  const leave = take("first");
  leave();
  take("second");
  expect(begun).toEqual(["first"]);
  slots.giveBack();
  expect(begun).toEqual(["first", "second"]);
});
