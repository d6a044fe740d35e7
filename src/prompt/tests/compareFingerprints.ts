/** The similarity of two images by their fingerprints: the share of equal bits, from 0 to 1. */
export function compareFingerprints(one: string, other: string): number {
  if (one.length !== other.length || one === "") return 0;
  let different = 0;
  for (let at = 0; at < one.length; at += 1) {
    let bits = Number.parseInt(one.charAt(at), 16) ^ Number.parseInt(other.charAt(at), 16);
    for (; bits > 0; bits >>= 1) different += bits & 1;
  }
  return 1 - different / (one.length * 4);
}
