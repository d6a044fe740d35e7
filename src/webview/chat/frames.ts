/** Schedules work for the next animation frame. */

/**
 * Text that grows 20 to 25 times a second reads as smoothly as at every frame, and costs less than half: layout and paint are most of the work.
 * Text that arrives faster than anyone reads is drawn every `flowing` while it keeps coming, less often where drawing takes long: then each
 * drawing shows many lines. It is drawn once nothing came for `quiet`, so that its end is not late. All in milliseconds, except `share`: the
 * part of the time that script and layout may take, as far as the longest rests allow. Paint takes as much again.
 */
const pacing = {
  shortest: 38,
  longest: 75,
  share: 0.3,
  quiet: 24,
  flowing: { shortest: 75, longest: 150, share: 0.07 },
} as const;

const work = new Set<() => void>();
const afterwards = new Set<() => void>();
let waits = false;
let lastAsked = 0;
let restUntil = 0;
let flowingRestUntil = 0;

/** `took`: milliseconds of the drawing before. */
function restFor(took: number, { shortest, longest, share }: { shortest: number; longest: number; share: number }): number {
  return Math.min(longest, Math.max(shortest, took / share));
}

function run(): void {
  const began = performance.now();
  waits = false;
  const now = [...work];
  work.clear();
  for (const draw of now) draw();
  for (const follow of afterwards) follow();
  const took = performance.now() - began;
  restUntil = began + restFor(took, pacing);
  flowingRestUntil = began + restFor(took, pacing.flowing);
}

/** A timer while nothing may be drawn: each frame that is asked for costs style and paint, even where nothing changes. */
function wait(): void {
  waits = true;
  const rest = Math.max(restUntil, Math.min(flowingRestUntil, lastAsked + pacing.quiet)) - performance.now();
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
