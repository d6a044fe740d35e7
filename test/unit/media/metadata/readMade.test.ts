/** Files count as generated if their metadata says so; photographs do not. */
import { expect, test } from "vitest";
import { sourceOfBytes } from "../../../../src/media/files/byteSource.ts";
import { findContainer } from "../../../../src/media/metadata/findContainer.ts";
import { finishBytes } from "../../../../src/media/metadata/finishFile.ts";
import { readFileMetadata } from "../../../../src/media/metadata/readFileMetadata.ts";
import { readMade } from "../../../../src/media/metadata/readMade.ts";
import { property } from "../../../../src/media/metadata/xmp/namespaces.ts";
import { writeXmp } from "../../../../src/media/metadata/xmp/writeXmp.ts";
import { makePng } from "./samples.ts";

async function read(bytes: Uint8Array) {
  const metadata = await readFileMetadata(sourceOfBytes(bytes));
  return metadata && readMade(metadata);
}

async function withXmp(properties: Record<string, string>): Promise<Uint8Array> {
  const bytes = makePng();
  const container = await findContainer(sourceOfBytes(bytes));
  const packet = writeXmp(undefined, properties);
  const pieces = packet && container?.withXmp(packet);
  return Buffer.concat((pieces ?? []).map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to))));
}

const term = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;

test("our own files have no other tool, with a prompt where it is embedded", async () => {
  const stated = { model: "painter", isProcedural: true };
  expect(await read(await finishBytes(makePng(), stated))).toEqual({ tool: "", model: "painter", prompt: "" });
  const embedded = { prompt: "A fox", kind: "image" };
  expect(await read(await finishBytes(makePng(), { ...stated, embedded }))).toEqual({ tool: "", model: "painter", prompt: "A fox" });
});

test("programs that only generate have their names without versions", async () => {
  const parameters = "a red fox\nSteps: 20, Sampler: Euler, Seed: 1, Model: sdxl";
  expect(await read(makePng({ parameters }))).toEqual({ tool: "AUTOMATIC1111", model: "sdxl", prompt: "a red fox" });
  const invoke = JSON.stringify({ positive_prompt: "a red fox", app_version: "4.2.1", generation_mode: "txt2img" });
  expect(await read(makePng({ invokeai_metadata: invoke }))).toEqual({ tool: "InvokeAI", model: "", prompt: "a red fox" });
});

test("other programs count if they state that a model generated the file or took part", async () => {
  const generated = { [property.digitalSourceType]: term("trainedAlgorithmicMedia"), [property.creatorTool]: "Studio Paint 3.1 beta" };
  expect(await read(await withXmp(generated))).toMatchObject({ tool: "Studio Paint" });
  expect(await read(await withXmp({ [property.digitalSourceType]: term("compositeWithTrainedAlgorithmicMedia") }))).toMatchObject({
    tool: "unknown",
  });
  expect(await read(await withXmp({ [property.digitalSourceType]: term("compositeSynthetic") }))).toMatchObject({ tool: "unknown" });
  const photograph = { [property.digitalSourceType]: term("digitalCapture"), [property.creatorTool]: "Camera 1.0" };
  expect(await read(await withXmp(photograph))).toBeUndefined();
  expect(await read(makePng())).toBeUndefined();
});
