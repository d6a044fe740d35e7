/** The fields of several results side by side. */

export type NamedValue = readonly [name: string, value: string];

export interface ComparedField {
  name: string;
  /** Of each result; undefined: it has no such field. */
  values: readonly (string | undefined)[];
  differs: boolean;
}

/** Each field once, in the order of the first result; what only others have comes after the field that it follows there. */
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
