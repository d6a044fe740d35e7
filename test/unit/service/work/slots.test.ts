/** Several callers wait for a few slots, in order. */
import { expect, test } from "vitest";
import { Slots } from "../../../../src/service/work/slots.ts";

const { signal } = new AbortController();

test("callers wait in order if all slots are taken", async () => {
  const slots = new Slots(1);
  const giveBack = await slots.take(signal);
  const order: string[] = [];
  const first = slots.take(signal).then((release) => {
    order.push("first");
    release();
  });
  const second = slots.take(signal).then(() => order.push("second"));
  expect(order).toEqual([]);
  giveBack();
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});

test("a caller that leaves the queue takes no slot", async () => {
  const slots = new Slots(1);
  const giveBack = await slots.take(signal);
  const leaving = new AbortController();
  const left = slots.take(leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  giveBack();
  await expect(slots.take(signal)).resolves.toBeTypeOf("function");
  await expect(slots.take(leaving.signal)).rejects.toThrow("left");
});
