/** A body is passed on in chunks, no faster than they are handled, and ends in every possible way. */
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readChunks } from "../../../../src/client/http/readChunks.ts";

const chunks = ["one", "two", "three"].map((text) => Buffer.from(text));

describe("a body", () => {
  test("is passed on completely and in order", async () => {
    const taken: string[] = [];
    await readChunks(Readable.from(chunks), (chunk) => {
      taken.push(chunk.toString());
      return undefined;
    });
    expect(taken).toEqual(["one", "two", "three"]);
  });

  test("waits until a chunk has been handled", async () => {
    let busy = 0;
    let taken = 0;
    await readChunks(Readable.from(chunks), async () => {
      expect(busy).toBe(0);
      busy += 1;
      await new Promise((resolve) => setImmediate(resolve));
      busy -= 1;
      taken += 1;
    });
    expect(taken).toBe(3);
  });

  test.each([
    ["at once", () => Readable.from(chunks), () => Promise.reject(new Error("full"))],
    [
      "in the call",
      () => Readable.from(chunks),
      () => {
        throw new Error("full");
      },
    ],
  ])("is destroyed when its handler fails %s", async (_name, open, take) => {
    const body = open();
    await expect(readChunks(body, take)).rejects.toThrow("full");
    expect(body.destroyed).toBe(true);
  });

  test("that fails rejects with the cause, also while a chunk is being handled", async () => {
    const body = new Readable({ read: () => undefined });
    body.push("one");
    const reading = readChunks(body, () => {
      body.destroy(new Error("reset"));
      return new Promise(() => undefined);
    });
    await expect(reading).rejects.toThrow("reset");
  });

  test("that is closed before its end does not count as complete", async () => {
    const body = new Readable({ read: () => undefined });
    body.push("one");
    const reading = readChunks(body, () => {
      body.destroy();
      return undefined;
    });
    await expect(reading).rejects.toThrow("Premature close");
  });
});
