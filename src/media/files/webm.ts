/** The duration of a WebM or Matroska file: as stated, or, in a live file, up to the end of its last block. Source: RFC 9559. */
import type { ByteSource } from "./byteSource.ts";
import { type Element, readElements, readFloat, readUnsigned, skipNumber } from "./ebml.ts";

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  time: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
} as const;

const parents: readonly number[] = [ids.segment, ids.info, ids.cluster];
const nanoseconds = 1_000_000_000;

/** Times in the segment's ticks. Blocks are in the order of decoding, which is not that of their times. */
interface Track {
  /** The latest time, and the one before it. */
  last: number;
  before: number | undefined;
  /** Of the latest block, if it is stated. */
  duration: number | undefined;
}

interface Clock {
  cluster: number;
  tracks: Map<number, Track>;
}

/** Seconds; undefined: no block, or another file. */
export async function findWebmDuration(source: ByteSource): Promise<number | undefined> {
  let scale = 1_000_000;
  const clock: Clock = { cluster: 0, tracks: new Map() };
  for await (const element of readElements(source, 0, source.size, parents)) {
    if (element.id === ids.scale) scale = await readUnsigned(source, element);
    else if (element.id === ids.duration) {
      const seconds = ((await readFloat(source, element)) * scale) / nanoseconds;
      // The scale comes before it in every file of ffmpeg, Chromium and mkvmerge.
      if (seconds > 0) return seconds;
    } else if (element.id === ids.time) clock.cluster = await readUnsigned(source, element);
    else if (element.id === ids.simpleBlock) await addBlock(source, element, clock, undefined);
    else if (element.id === ids.blockGroup) await addGroup(source, element, clock);
  }
  // Without a duration, a block lasts as long as the one before it.
  const ends = [...clock.tracks.values()].map(({ last, before, duration }) => last + (duration ?? last - (before ?? last)));
  const seconds = (Math.max(0, ...ends) * scale) / nanoseconds;
  return seconds > 0 ? seconds : undefined;
}

async function addGroup(source: ByteSource, group: Element, clock: Clock): Promise<void> {
  let [block, duration]: [Element | undefined, number | undefined] = [undefined, undefined];
  for await (const element of readElements(source, group.content, group.to)) {
    if (element.id === ids.block) block = element;
    else if (element.id === ids.blockDuration) duration = await readUnsigned(source, element);
  }
  if (block !== undefined) await addBlock(source, block, clock, duration);
}

async function addBlock(source: ByteSource, { content }: Element, clock: Clock, duration: number | undefined): Promise<void> {
  const head = await source.read(content, 10);
  const rest = skipNumber(head);
  if (rest.length < 2) return;
  const number = head[0] ?? 0;
  const time = clock.cluster + rest.readInt16BE(0);
  const track = clock.tracks.get(number);
  if (track === undefined || time > track.last) clock.tracks.set(number, { last: time, before: track?.last, duration });
  else if (time < track.last) track.before = Math.max(track.before ?? 0, time);
}
