/** Digits of a frame of a sound's fingerprint; each stands for four bits. */
const digits = 4;
const bits = digits * 4;

/** Stands for a frame in which nothing is heard. */
export const silentFrame = "-".repeat(digits);

/** Frames that one of the sounds may begin later: two seconds. */
const mostLater = 62;

/** How much alike two fingerprints of sounds are: the part of their bits that is the same where they fit best, from 0 to 1. */
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
    // What neither has says nothing.
    if (one === undefined && other === undefined) continue;
    all += 1;
    if (one !== undefined && other !== undefined) same += 1 - countBits(one ^ other) / bits;
    // Half of the bits of sounds that have nothing in common are the same, too.
    else same += 0.5;
  }
  return all === 0 ? 1 : same / all;
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
