/** What VS Code gives a command (rows of the tree, or an object with a key) in; the keys of the tasks out. */

/** The selection counts when the clicked row is part of it, as everywhere in VS Code. */
export function readTaskKeys(clicked: unknown, selected: unknown): string[] {
  const own = keyOf(clicked);
  const all = Array.isArray(selected) ? selected.map(keyOf).filter((key) => key !== undefined) : [];
  if (own === undefined) return all;
  return all.includes(own) ? all : [own];
}

function keyOf(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && "key" in value && typeof value.key === "string" ? value.key : undefined;
}
