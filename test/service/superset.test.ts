/** `--superset` for some accounts of a service. */
import { expect, test } from "vitest";
import { startTestService } from "./testService.ts";

test("of one service, the named accounts of its keys have the fields of standard clients", async () => {
  const service = await startTestService({ keys: ["first", "second"], supersetFor: ["ACCOUNT-2"] });
  const input = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello" },
  ];
  const develop = (key: string, fields: object) =>
    service.post("/api/v1/responses", { model: "demo-text", ...fields }, { authorization: `Bearer ${key}` });
  expect(await develop("first", { input })).toMatchObject({ status: 400, body: { error: { param: "input" } } });
  expect((await develop("first", { input: "Hello" })).body).not.toHaveProperty("truncation");
  const { status, body } = await develop("second", { input });
  expect([status, body.truncation]).toEqual([200, "disabled"]);
  const read = (key: string) => fetch(`${service.url}/api/v1/models/demo-text`, { headers: { authorization: `Bearer ${key}` } });
  const [plain, full] = await Promise.all(["first", "second"].map(async (key) => (await read(key)).json()));
  expect([plain, full]).toEqual([
    expect.not.objectContaining({ capabilities: expect.anything() }),
    expect.objectContaining({ capabilities: expect.anything() }),
  ]);
});
