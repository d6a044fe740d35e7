/** Results of which some files cannot be read: the good ones are saved once, and the others are reported. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTasks } from "../../../../src/generations/openTasks.ts";
import { jsonAnswer, startRawServer } from "../../client/http/rawServer.ts";
import { createTestClient } from "../../client/testClient.ts";
import { imageRequest } from "../imageTask.ts";
import { pngBytes } from "../scriptedClient.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const png = pngBytes.toString("base64");
const page = Buffer.from("<!doctype html><title>502</title>").toString("base64");
const gif = Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1").toString("base64");

/** Tasks on a service that answers polls with `data`. */
async function open() {
  const answer: { data: unknown[] } = { data: [] };
  const server = await startRawServer(({ method }) =>
    jsonAnswer(200, method === "POST" ? { id: "t1" } : { id: "t1", status: "completed", data: answer.data }),
  );
  const client = createTestClient(server.baseUrl);
  const folder = await temporaryFolder();
  const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  const target = { folder: join(folder, "out"), pattern: "fox" };
  const submit = () => tasks.submit({ baseUrl: server.baseUrl, request: imageRequest, target }).end();
  return { tasks, answer, submit, saved: () => readdir(target.folder) };
}

test("the good files are saved, the reason is kept, and what can be read later is saved again without the others", async () => {
  const { tasks, answer, submit, saved } = await open();
  answer.data = [{ b64_json: "@@@@" }, { b64_json: png }, { b64_json: page }];
  const task = await submit();
  expect(task).toMatchObject({
    state: "saved",
    error: { kind: "badAnswer", message: "2 of 3 files could not be saved: The service sent a file that is not base64." },
  });
  expect(await saved()).toEqual(["fox.png"]);
  answer.data = [{ b64_json: gif }, { b64_json: png }, { b64_json: page }];
  const again = await (await tasks.saveAgain(task.key, undefined, true)).end();
  expect(again).toMatchObject({ state: "saved", error: { message: expect.stringContaining("1 of 3 files") } });
  expect(await saved()).toEqual(["fox.gif", "fox.png"]);
  answer.data = [{ b64_json: gif }, { b64_json: png }];
  const whole = await (await tasks.saveAgain(task.key, undefined, true)).end();
  expect([whole.state, whole.error]).toEqual(["saved", undefined]);
  expect(await saved()).toEqual(["fox.gif", "fox.png"]);
});

test("a result that consists of an error page has failed", async () => {
  const { answer, submit } = await open();
  answer.data = [{ b64_json: page }];
  expect(await submit()).toMatchObject({
    state: "failed",
    error: { kind: "badAnswer", message: "The service sent something else than an image: a web page" },
    artifacts: [],
  });
});

test.each([[[{ b64_json: "@@@@" }]], [[{ b64_json: "data:image/png;base64," }]], [[17]]])(
  "a result without a file that can be read has failed after a second poll: %j",
  async (data) => {
    const { answer, submit } = await open();
    answer.data = data;
    expect(await submit()).toMatchObject({ state: "failed", error: { kind: "badAnswer", code: "invalid_file" } });
  },
);
