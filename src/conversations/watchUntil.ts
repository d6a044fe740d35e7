/** Milliseconds between two checks of what other windows have done. */
const lookMilliseconds = 1000;

/** Polls `isSo` until it returns true, and then calls `act` once. @returns a function that stops polling. */
export function watchUntil(isSo: () => boolean, act: () => void): () => void {
  const timer = setInterval(() => {
    if (!isSo()) return;
    clearInterval(timer);
    act();
  }, lookMilliseconds);
  return () => clearInterval(timer);
}
