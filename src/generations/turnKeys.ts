/** The keys of a dialogue's turns: that of the dialogue, a point and the position, so that they sort behind it. */

/** `position`: from 0. */
export function turnKey(dialogue: string, position: number): string {
  return `${dialogue}.${String(position + 1).padStart(5, "0")}`;
}

export const isTurn = (key: string) => key.includes(".");

/** The key of a turn's dialogue. */
export const dialogueOf = (turn: string) => turn.slice(0, turn.indexOf("."));

/** The keys of all turns lie between these. */
export function turnRange(dialogue: string): { $from: string; $to: string } {
  return { $from: `${dialogue}.`, $to: `${dialogue}/` };
}
