/** Key bindings, other extensions and tests pass a command an object of arguments; menus pass something else, or nothing. */
export function givenText(given: unknown, name: string): string | undefined {
  const value = typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Like `givenText`, for a list of texts. */
export function givenTexts(given: unknown, name: string): string[] | undefined {
  const value: unknown = typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

/** Whether the caller has confirmed, so that the command does not ask. */
export function isConfirmed(given: unknown): boolean {
  return typeof given === "object" && given !== null && "confirmed" in given && given.confirmed === true;
}
