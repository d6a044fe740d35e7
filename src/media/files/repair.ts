import type { FormatName } from "../../contract/fileFormats.ts";
import { planAiffRepair } from "./aiff.ts";
import type { ByteSource } from "./byteSource.ts";
import type { Piece } from "./pieces.ts";
import { recognize } from "./recognize.ts";
import { planWavRepair } from "./wav.ts";

const repairs: Partial<Record<FormatName, (source: ByteSource) => Promise<Piece[] | undefined>>> = {
  aiff: planAiffRepair,
  wav: planWavRepair,
};

/**
 * The changes of a complete file whose program did not know its sizes when it wrote them, so that players find the end of the samples.
 * undefined: nothing is to be changed.
 */
export async function planRepair(source: ByteSource): Promise<Piece[] | undefined> {
  const format = (await recognize(source))?.format;
  return format && repairs[format]?.(source);
}
