/** Changes of a JSON value, one at a time. */

export interface Change {
  name: string;
  /** Keys and indexes from the root to the changed value. */
  path: readonly (string | number)[];
  body: unknown;
}

/** Values of every type of JSON, and those at the limits of the interface. */
const otherValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  "",
  " ",
  "x",
  "x".repeat(2000),
  "x".repeat(2001),
  "🦩".repeat(2000),
  [],
  [null],
  ["x"],
  [{}],
  {},
  { type: "x" },
];

/** Each value of the body is replaced, left out, or repeated; each object gets an unknown field. */
export function changesOf(body: unknown): Change[] {
  return [...walk(body, [], (value) => value)];
}

type Rebuild = (value: unknown) => unknown;

function* walk(value: unknown, path: readonly (string | number)[], rebuild: Rebuild): Generator<Change> {
  const location = path.join(".");
  if (path.length > 0) {
    for (const other of otherValues) yield { name: `${location} = ${JSON.stringify(other).slice(0, 20)}`, path, body: rebuild(other) };
  }
  if (Array.isArray(value)) yield* walkArray(value, path, rebuild);
  else if (typeof value === "object" && value !== null) yield* walkObject(value, path, rebuild);
}

function* walkArray(value: readonly unknown[], path: readonly (string | number)[], rebuild: Rebuild): Generator<Change> {
  for (const length of [10, 11, 50, 51]) {
    const body = rebuild(Array.from({ length }, (_, index) => value[index % value.length]));
    yield { name: `${path.join(".")} with ${length} elements`, path, body };
  }
  for (const [index, element] of value.entries()) yield* walk(element, [...path, index], (other) => rebuild(value.with(index, other)));
}

function* walkObject(value: object, path: readonly (string | number)[], rebuild: Rebuild): Generator<Change> {
  yield { name: `${path.join(".")} with an unknown field`, path, body: rebuild({ ...value, unknown_field: { deep: [1] } }) };
  for (const [key, inner] of Object.entries(value)) {
    const rest = Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    yield { name: `without ${[...path, key].join(".")}`, path: [...path, key], body: rebuild(rest) };
    yield* walk(inner, [...path, key], (other) => rebuild({ ...value, [key]: other }));
  }
}

/** The rows of the field tables that a value may belong to: `ai.model`, `content[].text`, and those around it. */
export function rowsOf(path: readonly (string | number)[]): string[] {
  const rows: string[] = [];
  let row = "";
  for (const key of path) {
    row = typeof key === "number" ? `${row}[]` : row === "" ? key : `${row}.${key}`;
    rows.push(row);
  }
  return rows;
}
