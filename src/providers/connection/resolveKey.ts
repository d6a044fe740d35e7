/** Replaces `${NAME}`, or `${env:NAME}` as VS Code writes it, in a configured key with the environment's value. Throws a TypeError that names a variable which is not set. */
export function resolveKey(apiKey: string | undefined, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return apiKey?.replaceAll(/\$\{(?:env:)?(\w+)\}/g, (_, name: string) => {
    const value = environment[name];
    if (value === undefined || value === "") throw new TypeError(`The environment variable ${name} of the configuration is not set.`);
    return value;
  });
}

/** What a package gets as its key if none is configured, because it needs one. It is not sent. */
export const noKey = "not-configured";
