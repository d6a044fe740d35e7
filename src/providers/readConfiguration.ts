import { parse, YAMLParseError } from "yaml";
import { type Configuration, configurationSchema, describeConfigurationError } from "../contract/configuration.ts";

/** Reads a configuration file. Throws a TypeError that gives the location but no value, because a value may be a key. */
export function readConfiguration(text: string): Configuration {
  const found = configurationSchema.safeParse(readYaml(text));
  if (found.success) return found.data;
  throw new TypeError(`The configuration is not valid: ${describeConfigurationError(found.error, "")}`);
}

/** YAML includes JSON. Of the parser's message, only the line is used, because it quotes the file. */
function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const { code, linePos = undefined } = error instanceof YAMLParseError ? error : { code: undefined };
    const line = linePos === undefined ? "" : ` in line ${linePos[0].line}`;
    throw new TypeError(
      code === "DUPLICATE_KEY" ? `The configuration has one name twice${line}.` : `The configuration is neither YAML nor JSON${line}.`,
    );
  }
}
