/** Reads which model a command's arguments name. */

/** Accepts a row of the Models view, `{model}`, or a model's id. */
export function readModel(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && "model" in value && typeof value.model === "string" ? value.model : undefined;
}
