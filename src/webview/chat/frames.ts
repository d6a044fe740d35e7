/** Work in; the same work, done once in the next frame, out. */

const work = new Set<() => void>();
const afterwards = new Set<() => void>();
let asked = false;

function run(): void {
  asked = false;
  const now = [...work];
  work.clear();
  for (const draw of now) draw();
  for (const follow of afterwards) follow();
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
