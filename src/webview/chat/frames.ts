/** Schedules work for the next animation frames. */

/**
 * Updating text 20 to 25 times a second looks as smooth as updating it every frame, and costs less than half, because layout and paint are
 * most of the work. Text that arrives faster than it can be read is rendered at the `flowing` rate, or less often if rendering is slow;
 * each rendering then adds many lines. Once nothing has arrived for `quiet`, the rest is rendered, so that the end is not late. All values
 * are in milliseconds, except `share`: the part of the time for script and layout, as far as `longest` allows. Paint takes as much again.
 */
const pacing = {
  shortest: 46,
  longest: 83,
  share: 0.3,
  quiet: 20,
  flowing: { shortest: 83, longest: 158, share: 0.07 },
} as const;

const work = new Set<() => void>();
const afterwards = new Set<() => void>();
let waits = false;
/** Whether the frame after the last rendering has come, which it does only while the document is shown. */
let wasShown = false;
let lastAsked = 0;
let restUntil = 0;
let flowingRestUntil = 0;

/** `took`: milliseconds of the previous rendering. */
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
  wasShown = false;
  requestAnimationFrame(() => {
    wasShown = true;
  });
}

function restLeft(): number {
  return Math.max(restUntil, Math.min(flowingRestUntil, lastAsked + pacing.quiet)) - performance.now();
}

/**
 * Uses a timer while nothing may be rendered, because each requested frame costs style and paint even if nothing changes. Renders as soon
 * as it may, not at the start of the next frame, which is then in time although rendering takes a part of it.
 */
function wait(): void {
  const rest = restLeft();
  if (rest > 0) setTimeout(wait, rest);
  else if (wasShown) run();
  else requestAnimationFrame(run);
}

/**
 * Requesting the same function twice runs it once. It never runs at once, because more may arrive with the same message. A hidden document
 * renders nothing until it is shown.
 */
export function inNextFrame(draw: () => void): void {
  work.add(draw);
  lastAsked = performance.now();
  if (waits) return;
  waits = true;
  if (restLeft() > 0) wait();
  else requestAnimationFrame(run);
}

export function cancelFrame(draw: () => void): void {
  work.delete(draw);
}

/** Calls the function in each frame that had work, after that work. */
export function afterEachFrame(follow: () => void): () => void {
  afterwards.add(follow);
  return () => {
    afterwards.delete(follow);
  };
}
