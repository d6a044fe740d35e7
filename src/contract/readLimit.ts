/**
 * The limit of a budget, as the user wrote it in the settings; undefined: no limit. A number in quotes is one too: what the user meant as a limit
 * must not be ignored.
 */
export function readLimit(value: unknown): number | undefined {
  const limit = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof limit === "number" && Number.isFinite(limit) && limit >= 0 ? limit : undefined;
}
