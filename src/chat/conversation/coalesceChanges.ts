import type { Change } from "./change.ts";

/** Joins consecutive deltas of a part, so that a frame needs only one change per part. */
export function coalesceChanges(changes: readonly Change[]): Change[] {
  const joined: Change[] = [];
  let pieces: string[] = [];
  const close = () => {
    const last = joined.at(-1);
    if (pieces.length > 0 && last?.type === "textAppended") last.text = pieces.join("");
    pieces = [];
  };
  for (const change of changes) {
    const last = joined.at(-1);
    const continues =
      change.type === "textAppended" && last?.type === "textAppended" && last.turnId === change.turnId && last.key === change.key;
    if (continues) {
      pieces.push(change.text);
      continue;
    }
    close();
    joined.push(change.type === "textAppended" ? { ...change } : change);
    if (change.type === "textAppended") pieces = [change.text];
  }
  close();
  return joined;
}
