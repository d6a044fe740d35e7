/** Whoever asks for a file, it states that it was generated: every door, and every format that the built-in service writes. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sourceOfBytes } from "../../../src/media/files/byteSource.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { readFileMetadata } from "../../../src/media/metadata/readFileMetadata.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { promptRun } from "../promptRun.ts";
import { readMediaFile, readV2Status } from "../testService.ts";

const { service, makeFolder, startDemoAgent } = await openAgentWorkspaces();

const filled = (value: number) => encodePng({ width: 64, height: 64, channels: 3, data: new Uint8Array(64 * 64 * 3).fill(value) });
const address = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
const heron = { model: "demo-image", prompt: "A heron in the reeds", size: "512" };
const image = [{ type: "input_image", image_url: address(filled(90)) }];

/** Built-in models that were trained; the others are programs. */
const trained = ["flite", "anime4k"];

async function expectMarked(bytes: Uint8Array): Promise<void> {
  const origin = (await readFileMetadata(sourceOfBytes(bytes)))?.origin;
  expect({ tool: origin?.tool, model: origin?.model }).toEqual({ tool: "Generation Studio", model: expect.any(String) });
  const term = trained.includes(origin?.model?.split("/").at(-1) ?? "") ? "trainedAlgorithmicMedia" : "algorithmicMedia";
  expect(origin?.digitalSourceType).toBe(`http://cv.iptc.org/newscodes/digitalsourcetype/${term}`);
}

const speech = { model: "flite", input: "Good morning", voice: "slt" };
test.each<[door: string, "images" | "audios" | "videos", object]>([
  ["an image", "images", heron],
  ["one of several images", "images", { ...heron, n: 2 }],
  ["an image from another", "images", { ...heron, image }],
  ["an image of the editor", "images", { ...heron, image, mask: address(filled(255)) }],
  ["an enlarged image", "images", { model: "anime4k", prompt: "Enlarge the image.", upscale: "2", image }],
  ...["mp3", "wav", "opus", "flac"].map((format): [string, "audios", object] => [format, "audios", { ...speech, format }]),
  ["a video", "videos", { model: "demo-video", prompt: "A heron takes off", quality: "480p", duration: 1 }],
])("from the service: %s", async (_, kind, body) => {
  await expectMarked(readMediaFile(await service.make(kind, body)));
});

test("from the service: the file of v2, each time that it is fetched", async () => {
  const content = [{ type: "input_text", text: "A heron" }];
  const made = await service.makeV2({ type: "out_image", ai: { model: "demo-image", image_size: "512" }, content });
  const [file] = readV2Status(made).contents.files;
  for (let times = 0; times < 2; times += 1) await expectMarked(new Uint8Array(await (await fetch(file?.data ?? "")).arrayBuffer()));
});

test("from the service: the image in an answer", async () => {
  const body = { model: "demo-multimodal", input: "Draw a picture of a heron.", tools: [{ type: "image_generation", size: "512" }] };
  const { output } = (await service.post("/api/v1/responses", body)).body as { output: { type: string; result?: string }[] };
  await expectMarked(Buffer.from(output.find(({ type }) => type === "image_generation_call")?.result ?? "", "base64"));
});

test.each<[door: string, document: string]>([
  ["an image", `kind: image\nmodel: demo-image\nsize: "512"\noutput: made/{n}\n---\nA heron`],
  ["a batch", `kind: image\nmodel: demo-image\nsize: "512"\noutput: made/{n}\nbatch:\n  - bird: heron\n  - bird: stork\n---\nA {{bird}}`],
  ["a video", "kind: video\nmodel: demo-video\nquality: 480p\nduration: 1\noutput: made/{n}\n---\nA heron"],
  [
    "a dialogue",
    "kind: audio\nmodel: flite\nvoice: slt\nformat: mp3\noutput: made/{n}\n---\n**Anna (slt):** Good evening.\n\n**Ben (rms):** Hello.",
  ],
])(
  "from `prompt run`: %s",
  async (_, document) => {
    const folder = makeFolder({ "a.gen.md": `---\n${document}\n` });
    const ended = await promptRun(["run", path.join(folder, "a.gen.md"), "--base-url", service.url], { key: service.key });
    expect(ended).toMatchObject({ status: 0 });
    const made = readdirSync(path.join(folder, "made"));
    expect(made.length).toBeGreaterThan(0);
    for (const name of made) await expectMarked(readFileSync(path.join(folder, "made", name)));
  },
  180_000,
);

test("from the tools of agents", async ({ onTestFinished }) => {
  const agent = await startDemoAgent({ onTestFinished });
  const first = await agent.call("generate_image", { prompt: "A heron", model: "demo-image", name: "heron" });
  const answers = [
    first,
    await agent.call("generate_image", { prompt: "Enlarge it", upscale: "2", images: first.files, name: "large" }),
    await agent.call("generate_audio", { prompt: "Good morning", model: "flite", format: "wav" }),
  ];
  for (const { files } of answers) {
    expect(files).toHaveLength(1);
    await expectMarked(readFileSync(files[0] ?? ""));
  }
});
