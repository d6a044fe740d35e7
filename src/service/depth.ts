/**
 * Limits how deeply JSON values are nested. V8 serializes deeper values than it can deserialize, so without a limit a value could be stored
 * and never be read again.
 */

/** Levels of arrays and objects in a request's body. No JSON Schema of a function and no dialogue needs as many. */
export const bodyLevels = 128;
/** Levels of a stored value: a request's, and those of the objects around it. */
const storedLevels = 2 * bodyLevels;

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (levels === 0) return true;
  for (const member of Object.values(value)) if (isDeeperThan(member, levels - 1)) return true;
  return false;
}

/** The same value with null in place of what is nested too deeply to be stored. */
export function storable(value: unknown): unknown {
  return isDeeperThan(value, storedLevels) ? cut(value, storedLevels) : value;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((member) => cut(member, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, levels - 1)]));
}
