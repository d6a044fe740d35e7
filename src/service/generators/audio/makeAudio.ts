/** A request for audio in; the file out. */
import type { AudioRequest, MediaResult } from "../generator.ts";

export async function makeAudio(request: AudioRequest): Promise<MediaResult> {
  throw new Error(`${request.model} is not able to make this yet.`);
}
