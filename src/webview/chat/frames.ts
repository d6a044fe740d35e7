/** Work in; the same work, done once in a frame soon, out. */

/**
 * Text that grows 20 to 25 times a second reads as smoothly as at every frame, and costs less than half: layout and paint are most of the work.
 * Of text that comes faster than anyone reads, each drawing shows many lines anyway: while it keeps coming it is drawn every `longest`,
 * and once nothing came for `quiet`, so that its end is not late. On a slow machine drawing takes at most `share` of the time, up to
 * the same longest rest, so that the user is still answered. All in milliseconds.
 */
const pacing = { shortest: 38, longest: 75, quiet: 24, share: 0.3 } as const;

const work = new Set<() => void>();
const afterwards = new Set<() => void>();
let waits = false;
let lastAsked = 0;
let restUntil = 0;
let longestRestUntil = 0;

function run(): void {
  const began = performance.now();
  waits = false;
  const now = [...work];
  work.clear();
  for (const draw of now) draw();
  for (const follow of afterwards) follow();
  const took = performance.now() - began;
  restUntil = began + Math.min(pacing.longest, Math.max(pacing.shortest, took / pacing.share));
  longestRestUntil = began + pacing.longest;
}

/** A timer while nothing may be drawn: each frame that is asked for costs style and paint, even where nothing changes. */
function wait(): void {
  waits = true;
  const rest = Math.max(restUntil, Math.min(longestRestUntil, lastAsked + pacing.quiet)) - performance.now();
  if (rest > 0) setTimeout(wait, rest);
  else requestAnimationFrame(run);
}

/** The same function asked for twice runs once. A hidden document draws nothing until it is shown. */
export function inNextFrame(draw: () => void): void {
  work.add(draw);
  lastAsked = performance.now();
  if (!waits) wait();
}

export function cancelFrame(draw: () => void): void {
  work.delete(draw);
}

/** Runs after the work of every frame that had some, in the same frame. */
export function afterEachFrame(follow: () => void): () => void {
  afterwards.add(follow);
  return () => {
    afterwards.delete(follow);
  };
}
