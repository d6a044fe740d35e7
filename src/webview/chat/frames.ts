/** Work in; the same work, done once in the next frame, out. */

/** Drawing takes at most this part of the time, so that a slow machine still answers its user; it never waits longer than this. */
const pacing = { share: 0.3, longestMilliseconds: 50 } as const;

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
  restUntil = began + Math.min(pacing.longestMilliseconds, took / pacing.share);
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
