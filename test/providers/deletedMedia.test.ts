/** What is charged for images and sounds that are deleted, by the moment of the deletion. */
import { describe, expect, test } from "vitest";
import { readV2Status, type TestService } from "../service/testService.ts";
import { chat, hello, start } from "./compatibleService.ts";
import { type Answer, sendEvents, sendJson } from "./engine.ts";

const png = Buffer.from("89504e470d0a1a0a", "hex").toString("base64");
const mp3 = Buffer.from("ID3\x04\0\0\0\0\0\0\0\0\0\0", "latin1");
const models = {
  painter: { kinds: ["image"], price: { image: 5 } },
  speaker: { kinds: ["audio"], price: { input: 1e6 } },
  free: { kinds: ["text"], price: {} },
};
const kinds = [
  ["images", { model: "local/painter", prompt: "A heron" }, sendJson({ data: [{ b64_json: png }] }), 5],
  [
    "audios",
    { model: "local/speaker", input: "Hello", voice: "a", format: "mp3" },
    ((_, response) => void response.writeHead(200, { "content-type": "audio/mpeg" }).end(mp3)) satisfies Answer,
    1,
  ],
] as const;

async function readBalance(service: TestService): Promise<number> {
  const free = { ai: { model: "local/free" }, content: [{ type: "input_text", text: "x" }] };
  return readV2Status(await service.makeV2(free)).balance.balance;
}

describe.each(kinds)("%s", (kind, body, send, price) => {
  /** `answer` ends the engine's work. */
  async function begin() {
    const [asked, answered, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const make: Answer = async (...exchange) => {
      exchange[1].once("close", closed.resolve);
      asked.resolve();
      await answered.promise;
      await send(...exchange);
    };
    const { service, engine } = await start(
      { [chat]: sendEvents(hello), "POST /v1/images/generations": make, "POST /v1/audio/speech": make },
      { models },
    );
    const before = await readBalance(service);
    const { id } = (await service.post(`/api/v1/${kind}`, body)).body;
    await asked.promise;
    const remove = () => service.delete(`/api/v1/responses/${String(id)}`);
    return { service, engine, before, remove, path: `/api/v1/${kind}/${String(id)}`, answer: answered.resolve, closed: closed.promise };
  }

  test("deleted before the engine answers: its work ends, and nothing is charged", async () => {
    const { service, before, path, remove, closed } = await begin();
    expect((await remove()).status).toBe(200);
    await closed;
    expect((await service.get(path)).status).toBe(404);
    expect(await readBalance(service)).toBe(before);
  });

  test("deleted after it was made, twice: it is charged once", async () => {
    const { service, engine, before, path, remove, answer } = await begin();
    answer();
    await service.settle(path);
    const deletions = await Promise.all([remove(), remove()]);
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(before - (await readBalance(service))).toBeCloseTo(price, 6);
    expect(engine.requests.filter(({ path: sent }) => /images|audio/.test(sent))).toHaveLength(1);
  });

  test("deleted while the engine answers: it is charged once or, if its work was stopped, not at all", async () => {
    const { service, before, path, remove, answer, closed } = await begin();
    answer();
    await Promise.all([closed, remove()]);
    const charged = before - (await readBalance(service));
    expect([0, price].some((amount) => Math.abs(charged - amount) < 1e-6)).toBe(true);
    expect((await service.get(path)).status).toBe(404);
  });
});
