/** Builds the VSIX, which is the same for all platforms. Option: `--output FILE`. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { createPackage } from "./packaging/createPackage.ts";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

const { values } = parseArgs({ options: { output: { type: "string", default: "generation-studio.vsix" } } });
const file = path.resolve(repositoryFolder, values.output);

try {
  const files = await createPackage(file);
  console.log(`${files.toSorted().join("\n")}\n\n${file}: ${files.length} files, ${Math.round((await stat(file)).size / 1024)} KiB`);
} catch (error) {
  console.error(`The package could not be made: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
