import { parse } from "yaml";
import { type Configuration, configurationSchema, describeConfigurationError } from "../contract/configuration.ts";

/** Reads a configuration file. Throws a TypeError that gives the location but no value, because a value may be a key. */
export function readConfiguration(text: string): Configuration {
  const found = configurationSchema.safeParse(readYaml(text));
  if (found.success) return found.data;
  throw new TypeError(`The configuration is not valid: ${describeConfigurationError(found.error, "")}`);
}

/** YAML includes JSON. The parser's own message is not used because it quotes the file. */
function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new TypeError("The configuration is neither YAML nor JSON.");
  }
}
