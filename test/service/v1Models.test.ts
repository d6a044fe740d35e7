/** The catalogue of v1 over a socket. */
import { expect, test } from "vitest";
import { errorBody, startTestService } from "./testService.ts";

const service = await startTestService();
const faulty = await startTestService({ faults: true });

test("GET /models answers a Model list with constant object fields, Unix release dates and lowercase providers", async () => {
  const { status, body } = await service.get("/api/v1/models");
  expect(status).toBe(200);
  expect(body.object).toBe("list");
  expect(body.data).toSatisfy((data: { created: number; owned_by: string; object: string }[]) =>
    data.every(
      (model) =>
        model.object === "model" &&
        Number.isInteger(model.created) &&
        model.created < Date.now() / 1000 &&
        model.owned_by === model.owned_by.toLowerCase(),
    ),
  );
});

test("the catalogue has the named demo models, several of each kind, from two or more providers", async () => {
  const { body } = await service.get("/api/v1/models");
  const data = body.data as { id: string; owned_by: string }[];
  const ids = data.map((model) => model.id);
  expect(ids).toEqual(expect.arrayContaining(["demo-text", "demo-multimodal", "demo-image", "flite", "demo-video"]));
  for (const kind of ["text", "image", "video"]) expect(ids.filter((id) => id.startsWith(`demo-${kind}`)).length).toBeGreaterThan(1);
  expect(new Set(data.map((model) => model.owned_by)).size).toBeGreaterThan(1);
});

test("GET /models/<id> answers the same Model as the list", async () => {
  const list = await service.get("/api/v1/models");
  const one = await service.get("/api/v1/models/demo-image");
  expect(one.status).toBe(200);
  expect(list.body.data).toContainEqual(one.body);
  expect(Object.keys(one.body).sort()).toEqual(["created", "id", "object", "owned_by"]);
});

test("an unknown model is answered 404 model_not_found with param model", async () => {
  const { status, body } = await service.get("/api/v1/models/no-such-model");
  expect(status).toBe(404);
  expect(body).toEqual(errorBody("model_not_found", "invalid_request_error", "model"));
});

test("fault models are listed only if enabled", async () => {
  const plain = JSON.stringify((await service.get("/api/v1/models")).body);
  const withFaults = JSON.stringify((await faulty.get("/api/v1/models")).body);
  expect(plain).not.toContain("fault-");
  for (const fault of ["400", "408", "429", "500", "504", "quota", "stream-error", "incomplete", "refusal", "truncated", "reset", "slow"]) {
    expect(withFaults).toContain(`"fault-${fault}"`);
  }
  expect(withFaults).toContain('"fault-failed-task"');
  expect(withFaults).toContain('"fault-huge"');
  expect((await service.get("/api/v1/models/fault-500")).status).toBe(404);
});
