/** How long base64 is kept, and how much of it. */
import { expect, onTestFinished, test, vi } from "vitest";
import { RecentBase64 } from "../../../../src/service/answers/recentBase64.ts";
import { imageFile } from "../store/storedTasks.ts";

const file = (token: string, size: number) => ({
  ...imageFile(token, new Uint8Array(3)),
  base64: [Buffer.alloc(size - 4), Buffer.from("QUJD")],
});
const mebibyte = 1024 ** 2;

test("base64 is returned once, and undefined for a file that arrived without it", () => {
  const recent = new RecentBase64();
  const kept = file("kept", 100);
  recent.keep([kept, imageFile("plain", new Uint8Array(3))]);
  expect(recent.take("kept")).toBe(kept.base64);
  expect(recent.take("kept")).toBeUndefined();
  expect(recent.take("plain")).toBeUndefined();
});

test("the oldest is removed if there is no space, and base64 that is too large is not stored", () => {
  const recent = new RecentBase64();
  recent.keep([file("first", 20 * mebibyte)]);
  recent.keep([file("huge", 33 * mebibyte), file("second", 10 * mebibyte), file("third", 10 * mebibyte)]);
  expect(["first", "huge", "second", "third"].map((token) => recent.take(token) !== undefined)).toEqual([false, false, true, true]);
  // Returning it makes space.
  recent.keep([file("fourth", 20 * mebibyte), file("fifth", 12 * mebibyte)]);
  expect(["fourth", "fifth"].map((token) => recent.take(token) !== undefined)).toEqual([true, true]);
});

test("base64 that is not requested is removed after ten seconds", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const recent = new RecentBase64();
  recent.keep([file("kept", 100), file("forgotten", 100)]);
  vi.advanceTimersByTime(9_999);
  expect(recent.take("kept")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(recent.take("forgotten")).toBeUndefined();
});
