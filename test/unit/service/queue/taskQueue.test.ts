/** The numbers of workers in --workers. */
import { expect, test } from "vitest";
import { readWorkers } from "../../../../src/service/queue/taskQueue.ts";

test("kinds that are not given keep their default", () => {
  expect(readWorkers(undefined)).toEqual({ text: 16, image: 4, audio: 4, video: 2 });
  expect(readWorkers("image=1, video=0")).toEqual({ text: 16, image: 1, audio: 4, video: 0 });
});

test.each(["", "image", "image=", "image=-1", "image=1.5", "image=1,", "music=2", "image=1000"])(
  "%j is refused with a sentence",
  (list) => {
    expect(() => readWorkers(list)).toThrow(/--workers takes a list like text=16,image=4/);
  },
);
