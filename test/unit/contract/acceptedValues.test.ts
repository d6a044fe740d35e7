/** The values of a field that a model accepts, according to the capabilities that the service reports. */
import { expect, test } from "vitest";
import { acceptedValues } from "../../../src/contract/acceptedValues.ts";

test("a listed value is accepted regardless of case, and no other", () => {
  const accepted = acceptedValues({ voice: ["alloy", "Echo"] }, "voice");
  expect(accepted?.values).toEqual(["alloy", "Echo"]);
  expect(["alloy", "echo", " ECHO "].map((value) => accepted?.accepts(value))).toEqual([true, true, true]);
  expect(accepted?.accepts("alto")).toBe(false);
});

test("a size in pixels is accepted within the limits of a side", () => {
  const accepted = acceptedValues({ size: ["1k"], side: { minimum: 64, maximum: 2048 } }, "size");
  expect(["1K", "64x2048", "63x64", "64x2049", "64"].map((value) => accepted?.accepts(value))).toEqual([true, true, false, false, false]);
  expect(accepted?.others).toBe("WIDTHxHEIGHT with 64 to 2048 pixels a side");
  expect(acceptedValues({ size: ["512x512"] }, "size")?.accepts("256x256")).toBe(false);
});

test("a duration is one of a list, and a speed is within a range", () => {
  expect(acceptedValues({ duration: [4, 8] }, "duration")?.accepts("8")).toBe(true);
  const speed = acceptedValues({ speed: { minimum: 0.5, maximum: 2 } }, "speed");
  expect(["0.5", "2", "2.1", "fast"].map((value) => speed?.accepts(value))).toEqual([true, true, false, false]);
});

test("a field without a capability is unknown", () => {
  expect(acceptedValues(undefined, "size")).toBeUndefined();
  expect(acceptedValues({ voice: ["alto"] }, "size")).toBeUndefined();
  expect(acceptedValues({ voice: ["alto"] }, "prompt")).toBeUndefined();
});
