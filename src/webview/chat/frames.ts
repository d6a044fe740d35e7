/** Work in; the same work, done once in the next frame, out. */

/**
 * Text that grows 25 times a second reads as smoothly as at every frame, and costs less than half: layout and paint are most of the work.
 * On a slow machine drawing takes at most `share` of the time, so that the user is still answered; it never rests longer than `longest`.
 */
const pacing = { shortestMilliseconds: 38, share: 0.3, longestMilliseconds: 60 } as const;

const work = new Set<() => void>();
const afterwards = new Set<() => void>();
let asked = false;

let restUntil = 0;

function run(): void {
  const began = performance.now();
  if (began < restUntil) {
    requestAnimationFrame(run);
    return;
  }
  asked = false;
  const now = [...work];
  work.clear();
  for (const draw of now) draw();
  for (const follow of afterwards) follow();
  const took = performance.now() - began;
  restUntil = began + Math.min(pacing.longestMilliseconds, Math.max(pacing.shortestMilliseconds, took / pacing.share));
}

/** The same function asked for twice runs once. A hidden document draws nothing until it is shown. */
export function inNextFrame(draw: () => void): void {
  work.add(draw);
  if (asked) return;
  asked = true;
  requestAnimationFrame(run);
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
