/** Values that are nested more deeply than the stack of any reader allows. */

const levels = 50_000;
const lists = "[".repeat(levels) + "]".repeat(levels);
const objects = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** As JSON. */
export const deepValues = [lists, objects];

/** Stands for a deep value, because no JSON writer can write one. */
export const deep = "DEEP";

/** Writes JSON with `value` in place of each `deep`. */
export const writeDeep = (json: unknown, value: string) => JSON.stringify(json).replaceAll(`"${deep}"`, () => value);
