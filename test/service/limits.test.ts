/** The spec's part "Limits" and the rules of accounts over a socket. */
import { expect, test } from "vitest";
import { callService, errorBody, invalidRequest, readV2Status, startTestService } from "./testService.ts";

let now = Date.now();
const service = await startTestService({ clock: { now: () => now }, keys: ["first-key", "second-key"], rate: 1_000_000 });
const other = callService(service.url, "second-key", service.close);
const day = 24 * 60 * 60 * 1000;

const note = (bytes: number) => ({
  type: "input_file",
  file_data: `data:text/plain;base64,${Buffer.alloc(bytes, "a").toString("base64")}`,
});
const withFiles = (files: unknown[]) => ({
  model: "demo-text",
  input: [{ role: "user", content: [{ type: "input_text", text: "Count." }, ...files] }],
});
const balanceOf = async (caller: typeof service) => {
  const { body } = await caller.post("/api/v2", { ai: { model: "demo-text" }, content: [{ type: "input_text", text: "x" }] });
  const status = await caller.settle(`/api/v2/status/${body.task_id}`);
  return readV2Status(status).balance.balance;
};

test("input takes 10 files and not 11", async () => {
  const files = (count: number) => Array.from({ length: count }, () => note(10));
  expect((await service.post("/api/v1/responses", withFiles(files(10)))).status).toBe(200);
  expect(await service.post("/api/v1/responses", withFiles(files(11)))).toMatchObject({ status: 400, body: invalidRequest("input") });
});

test("input takes 10 000 000 bytes of files in total and not one more", async () => {
  expect((await service.post("/api/v1/responses", withFiles([note(4_000_000), note(6_000_000)]))).status).toBe(200);
  expect(await service.post("/api/v1/responses", withFiles([note(4_000_000), note(6_000_001)]))).toMatchObject({
    status: 400,
    body: invalidRequest("input"),
  });
});

test("reference images take 10 files and 10 MB, too", async () => {
  const image = (bytes: number) => ({ type: "input_image", image_url: `data:image/png;base64,${Buffer.alloc(bytes).toString("base64")}` });
  const body = { model: "demo-image", prompt: "x" };
  for (const images of [Array.from({ length: 11 }, () => image(10)), [image(10_000_001)]]) {
    expect(await service.post("/api/v1/images", { ...body, image: images })).toMatchObject({ status: 400, body: invalidRequest("image") });
  }
});

test("a result is stored for 30 days and not a day longer", async () => {
  const { body } = await service.post("/api/v1/responses", { model: "demo-text", input: "x" });
  const image = await service.make("images", { model: "demo-image", prompt: "x", size: "512" });
  const paths = [`/api/v1/responses/${body.id}`, `/api/v1/images/${image.body.id}`];
  now += 30 * day - 1000;
  for (const path of paths) expect((await service.get(path)).status).toBe(200);
  now += 2000;
  for (const path of paths) {
    expect(await service.get(path)).toMatchObject({ status: 404, body: errorBody("not_found", "invalid_request_error", null) });
  }
});

test("available is the last day on which the file is stored", async () => {
  now = Date.UTC(2026, 0, 5, 12);
  const { body } = await service.makeV2({ type: "out_image", ai: { model: "demo-image" }, content: [{ type: "input_text", text: "x" }] });
  expect((body.contents as { files: { available: string }[] }).files[0]?.available).toBe("04.02.26");
});

test("a task can be read and deleted only by its own account", async () => {
  const { body } = await service.post("/api/v1/responses", { model: "demo-text", input: "x" });
  const path = `/api/v1/responses/${body.id}`;
  expect((await other.get(path)).status).toBe(404);
  expect((await other.delete(path)).status).toBe(404);
  expect((await service.get(path)).status).toBe(200);
});

test("each account has a balance of its own, which falls with each generation", async () => {
  const before = await balanceOf(other);
  const mine = await balanceOf(service);
  await service.make("images", { model: "demo-image", prompt: "x" });
  expect(await balanceOf(service)).toBeLessThan(mine);
  expect(before - (await balanceOf(other))).toBeLessThan(0.01);
});

test("a refused request costs nothing", async () => {
  const step = (await balanceOf(service)) - (await balanceOf(service));
  const before = await balanceOf(service);
  await service.post("/api/v1/images", { model: "demo-image", prompt: "x", size: "9x" });
  expect(before - (await balanceOf(service))).toBeCloseTo(step, 6);
});
