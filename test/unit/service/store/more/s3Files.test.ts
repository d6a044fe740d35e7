/** Large files in an S3-compatible store. */
import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type FileStore, fileSlice } from "../../../../../src/service/store/files/fileStore.ts";
import { openS3Files } from "../../../../../src/service/store/files/s3Files.ts";
import { type S3Server, startS3Server } from "../../../../service/s3Server.ts";

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
}, 300_000);
afterAll(() => server?.close());

const mebibyte = 1024 ** 2;

/** `living`: running services. */
async function open(id: string, living: readonly string[] = [id], url = `${server.url}/${randomUUID()}/`): Promise<FileStore> {
  const files = await openS3Files({ url, area: "area", owner: { id, isAlive: (other) => living.includes(other) } });
  onTestFinished(() => files.close());
  return files;
}

async function* chunks(count: number, size = mebibyte): AsyncGenerator<Uint8Array> {
  for (let made = 0; made < count; made += 1) yield Buffer.alloc(size, made);
}

test("a file of several parts is read back completely and in parts, in slices of the same size", async () => {
  const files = await open("1");
  const whole = await buffer(chunks(40));
  const location = await files.write(chunks(40));
  const slices: number[] = [];
  const read = async function* () {
    for await (const slice of files.read(location, 0, whole.byteLength)) {
      slices.push(slice.byteLength);
      yield slice;
    }
  };
  expect((await buffer(read())).equals(whole)).toBe(true);
  expect(new Set(slices.slice(0, -1))).toEqual(new Set([fileSlice]));
  const [start, end] = [17 * mebibyte - 5, 33 * mebibyte + 3];
  expect((await buffer(files.read(location, start, end))).equals(whole.subarray(start, end))).toBe(true);
  expect(await buffer(files.read(location, 7, 7))).toHaveLength(0);
  await files.delete([location]);
  await expect(buffer(files.read(location, 0, 1))).rejects.toThrow("the bucket of files cannot be used: NoSuchKey");
});

test("chunks that end with an error leave no file, and the error is passed on", async () => {
  const files = await open("1");
  const before = await readdir(server.folder, { recursive: true });
  const broken = async function* () {
    yield* chunks(40);
    throw new Error("The connection broke off.");
  };
  await expect(files.write(broken())).rejects.toThrow("The connection broke off.");
  expect((await readdir(server.folder, { recursive: true })).filter((path) => !before.includes(path))).toEqual([]);
});

test("leftovers of a killed service are removed, unrecorded files of a running one are not", async () => {
  const url = `${server.url}/${randomUUID()}`;
  const [dead, living, own] = [await open("1", [], url), await open("2", [], url), await open("3", ["2", "3"], url)];
  const locations = {
    left: await dead.write(chunks(1)),
    recorded: await dead.write(chunks(1)),
    unrecorded: await living.write(chunks(1)),
    pending: await own.write(chunks(1)),
    unkept: await own.write(chunks(1)),
  };
  own.keep(locations.unkept);
  await own.sweep(async (location) => location === locations.recorded);
  const kept: string[] = [];
  for (const [name, location] of Object.entries(locations)) {
    if (await buffer(own.read(location, 0, 1)).catch(() => undefined)) kept.push(name);
  }
  expect(kept).toEqual(["recorded", "unrecorded", "pending"]);
});

test("reading can be stopped early", async () => {
  const files = await open("1");
  const location = await files.write([randomBytes(5 * mebibyte)]);
  for await (const slice of files.read(location, 0, 5 * mebibyte)) {
    expect(slice).toHaveLength(fileSlice);
    break;
  }
  expect(await buffer(files.read(location, 0, 5 * mebibyte))).toHaveLength(5 * mebibyte);
});

test("a missing bucket stops the start, and so does a URL without one", async () => {
  await expect(open("1", [], "s3://nothing/files")).rejects.toThrow(
    "The bucket of files cannot be used (s3://nothing/files): NoSuchBucket",
  );
  await expect(open("1", [], "s3://")).rejects.toThrow("--files takes a folder or s3://BUCKET/PREFIX");
});
