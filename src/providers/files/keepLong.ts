import { largestInMemory } from "./answerLimits.ts";
import { FileKeeper, type FileTarget } from "./stringFiles.ts";

/** Writes a text to the disk while it arrives. Passes it on, or its name if it is longer than what is read in memory. */
export async function* keepLong(chunks: AsyncIterable<Uint8Array>, target: FileTarget): AsyncGenerator<Uint8Array> {
  const keeper = new FileKeeper(target);
  for await (const chunk of chunks) await keeper.add(chunk);
  const { content } = keeper.file;
  if (content.size > largestInMemory) yield Buffer.from(keeper.name);
  else {
    target.files.delete(keeper.name);
    yield await content.readWhole();
  }
}
