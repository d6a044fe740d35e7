/** Nothing in; a few milliseconds later out. Opening a database is synchronous, and so is its waiting for another process. */

const milliseconds = 20;

export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
