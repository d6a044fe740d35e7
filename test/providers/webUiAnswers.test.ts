/** Answers of AUTOMATIC1111's web UI and its derivatives, as `modules/api/api.py` and `modules/processing.py` write them. */
import { expect, test } from "vitest";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { listModels, startTestService } from "../service/testService.ts";
import { sendJson, startEngine } from "./engine.ts";
import { marked } from "./markedFile.ts";

const images = [0, 1, 2, 3].map((red) => encodePng({ width: 1, height: 1, channels: 3, data: Uint8Array.of(red, 0, 0) }));
const [grid = "", first = "", second = "", extra = ""] = (await Promise.all(images.map(marked))).map((bytes) => bytes.toString("base64"));
const info = (index: number) => JSON.stringify({ prompt: "a boat", index_of_first_image: index });

test.each([
  ["without a grid", { images: [first, second], info: info(0) }],
  ["with a grid before them", { images: [grid, first, second], info: info(1) }],
  ["with a grid, and the description as an object", { images: [grid, first, second], info: { index_of_first_image: 1 } }],
  ["with images of extensions after them", { images: [first, second, extra], info: info(0) }],
  ["with more images and no description", { images: [first, second, extra] }],
  ["as data URIs", { images: [first, second].map((one) => `data:image/png;base64,${one}`), info: "" }],
  ["with numbers that only Python writes", `{"images": ["${first}", "${second}"], "eta": NaN, "loss": -Infinity, "info": "NaN"}`],
])("two images %s", async (_, body) => {
  const engine = await startEngine({
    "GET /sdapi/v1/sd-models": sendJson([{ model_name: "harbour" }]),
    "POST /sdapi/v1/txt2img": (__, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));
    },
  });
  const local = { type: "openai-compatible", engine: "automatic1111", baseURL: `${engine.url}/sdapi/v1` };
  const service = await startTestService({
    configuration: readConfiguration(JSON.stringify({ providers: { local } })),
    superset: true,
  });
  await expect.poll(() => listModels(service)).not.toEqual([]);
  const done = await service.make("images", { model: "local/harbour", prompt: "a boat", n: 2 });
  expect(done.body).toMatchObject({ status: "completed", data: [{ b64_json: first }, { b64_json: second }] });
});
