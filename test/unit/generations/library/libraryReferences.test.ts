/** Which results were made from which. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../src/generations/journal/journal.ts";
import { contentOfReference, referencesOf } from "../../../../src/generations/library/requestReferences.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const hash = (content: string) => createHash("sha256").update(content).digest("hex");
const dataUri = (content: string) => `data:image/png;base64,${Buffer.from(content).toString("base64")}`;

async function openJournal(): Promise<Journal> {
  const journal = await Journal.open(join(await temporaryFolder(), "tasks.sqlite"), undefined);
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

async function save(journal: Journal, key: string, content: string, request: TaskRequest): Promise<void> {
  const target = { folder: "/out", pattern: "" };
  await journal.write(() =>
    journal.tasks.add({ key, baseUrl: "x", request, model: "m", prompt: key, target, origin: {}, createdAt: Number(key) }, "me"),
  );
  await journal.save(key, "me", [{ path: `/out/${key}.png`, size: 1, sha256: hash(content), mediaType: "image/png" }], 1);
}

const v1 = (...images: string[]): TaskRequest => ({
  interface: "v1",
  kind: "image",
  body: { model: "m", prompt: "p", image: images.map((image_url) => ({ type: "input_image", image_url })) },
});
const v2 = (...files: string[]): TaskRequest => ({
  interface: "v2",
  kind: "image",
  body: { ai: { model: "m" }, content: files.map((file_data) => ({ type: "input_file", file_data })) },
});

test("results are found by the references in their requests, the newest first, for both interfaces", async () => {
  const journal = await openJournal();
  await save(journal, "1", "fox", v1());
  await save(journal, "2", "cub", v1(dataUri("den"), dataUri("fox")));
  await save(journal, "3", "sketch", v2(dataUri("fox"), "https://example.com/fox.png"));
  await save(journal, "4", "other", v2(dataUri("den")));
  const made = (content: string) => journal.library.madeFrom(hash(content)).map(({ task }) => task);
  expect(made("fox")).toEqual(["3", "2"]);
  expect(made("den")).toEqual(["4", "2"]);
  expect(made("cub")).toEqual([]);
  await journal.write(() => journal.tasks.remove("3"));
  expect(made("fox")).toEqual(["2"]);
});

test("the newest result with a content is returned", async () => {
  const journal = await openJournal();
  await save(journal, "1", "fox", v1());
  await save(journal, "2", "fox", v1());
  expect(journal.library.withContent(hash("fox"))?.task).toBe("2");
  expect(journal.library.withContent(hash("cub"))).toBeUndefined();
});

test("a reference has a content hash only if it is a data URI with base64", () => {
  expect(referencesOf(v1(dataUri("fox"))).map(contentOfReference)).toEqual([hash("fox")]);
  expect(["https://example.com/a,b.png", "data:image/svg+xml,<svg/>", "data:", ""].map(contentOfReference)).toEqual(
    Array(4).fill(undefined),
  );
});
