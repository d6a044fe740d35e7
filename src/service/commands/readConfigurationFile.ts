import { readFileSync } from "node:fs";
import type { Configuration } from "../../contract/configuration.ts";
import { readConfiguration } from "../../providers/readConfiguration.ts";

/** Throws a TypeError with a message for the user. */
export function readConfigurationFile(path: string): Configuration {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new TypeError(`The configuration ${path} cannot be read.`);
  }
  return readConfiguration(text);
}
