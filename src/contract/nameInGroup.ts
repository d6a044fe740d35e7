/** A model's id without its provider, for a row whose group names the provider. */
export function nameInGroup(model: string, provider: string): string {
  const prefix = `${provider}/`;
  return provider !== "" && model.length > prefix.length && model.startsWith(prefix) ? model.slice(prefix.length) : model;
}
