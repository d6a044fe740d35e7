/** Compares the fingerprints of images and of sounds. */

/** Digits of one frame in the fingerprint of a sound; each stands for four bits. */
const digits = 4;
const bits = digits * 4;

/** Represents a silent frame. */
export const silentFrame = "-".repeat(digits);

/** Largest offset between two sounds in frames: two seconds. */
const mostLater = 62;

/** The similarity of two sounds by their fingerprints: the share of equal bits at the best offset, from 0 to 1. */
export function compareSounds(one: string, other: string): number {
  const [first, second] = [readFrames(one), readFrames(other)];
  if (first.length === 0 || second.length === 0) return 0;
  let best = 0;
  for (let later = -mostLater; later <= mostLater; later += 1) best = Math.max(best, compareAt(first, second, later));
  return best;
}

/** undefined: the frame is silent. */
function readFrames(fingerprint: string): (number | undefined)[] {
  return (fingerprint.match(/.{4}/g) ?? []).map((frame) => (frame === silentFrame ? undefined : Number.parseInt(frame, 16)));
}

function compareAt(first: readonly (number | undefined)[], second: readonly (number | undefined)[], later: number): number {
  let [same, all] = [0, 0];
  for (let at = Math.min(0, later); at < Math.max(first.length, second.length + later); at += 1) {
    const [one, other] = [first[at], second[at - later]];
    // Frames that are silent in both do not count.
    if (one === undefined && other === undefined) continue;
    all += 1;
    if (one !== undefined && other !== undefined) same += 1 - countBits(one ^ other) / bits;
    // Unrelated sounds share half of their bits on average.
    else same += 0.5;
  }
  return all === 0 ? 1 : same / all;
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/** The similarity of two images by their fingerprints: the share of equal bits, from 0 to 1. */
export function compareFingerprints(one: string, other: string): number {
  if (one.length !== other.length || one === "") return 0;
  let different = 0;
  for (let at = 0; at < one.length; at += 1) {
    different += countBits(Number.parseInt(one.charAt(at), 16) ^ Number.parseInt(other.charAt(at), 16));
  }
  return 1 - different / (one.length * 4);
}
