type Present<Values> = string extends keyof Values
  ? Record<string, Exclude<Values[keyof Values], undefined>>
  : { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Without what is undefined: for most readers of a field, undefined is not the same as absent. */
export function present<Values extends object>(values: Values): Present<Values>;
export function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
