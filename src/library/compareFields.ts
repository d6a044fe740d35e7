/** Compares the fields of several results. */

export type NamedValue = readonly [name: string, value: string];

export interface ComparedField {
  name: string;
  /** The value in each result; undefined: the result has no such field. */
  values: readonly (string | undefined)[];
  differs: boolean;
}

/** Each field once, in the order of the first result. Fields of other results come after the field that precedes them there. */
export function compareFields(results: readonly (readonly NamedValue[])[]): ComparedField[] {
  const names: string[] = [];
  for (const fields of results) {
    let position = 0;
    for (const [name] of fields) {
      const known = names.indexOf(name);
      if (known === -1) names.splice(position, 0, name);
      position = (known === -1 ? position : known) + 1;
    }
  }
  const maps = results.map((fields) => new Map(fields));
  return names.map((name) => {
    const values = maps.map((fields) => fields.get(name));
    return { name, values, differs: new Set(values).size > 1 };
  });
}
