/** What other windows do with a conversation is seen after this time at the latest, in milliseconds. */
const lookMilliseconds = 1000;

/** Looks again and again whether something `isSo`, and then does `act`, once. @returns what ends it. */
export function watchUntil(isSo: () => boolean, act: () => void): () => void {
  const timer = setInterval(() => {
    if (!isSo()) return;
    clearInterval(timer);
    act();
  }, lookMilliseconds);
  return () => clearInterval(timer);
}
