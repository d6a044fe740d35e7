import { parse } from "yaml";
import { type Configuration, configurationSchema, describeIssue } from "../contract/configuration.ts";

/** Reads a configuration file. Throws a TypeError that names the place, and repeats no value: one of them may be a key. */
export function readConfiguration(text: string): Configuration {
  const found = configurationSchema.safeParse(readYaml(text));
  if (found.success) return found.data;
  throw new TypeError(`The configuration is not valid: ${describeIssue(found.error, "")}`);
}

/** JSON is YAML. The parser's own message would quote the file. */
function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new TypeError("The configuration is neither YAML nor JSON.");
  }
}
