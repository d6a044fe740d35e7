/** A request for video in; the file out. */
import type { MediaResult, VideoRequest } from "../generator.ts";

export async function makeVideo(request: VideoRequest): Promise<MediaResult> {
  throw new Error(`${request.model} is not able to make this yet.`);
}
