/** Builds the command line into `dist/commandLine/`, with the licences of the bundled packages. `npm pack` runs this script. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { thirdPartyNotices } from "./thirdPartyNotices.ts";

const folder = path.join(repositoryFolder, "dist", "commandLine");
const options = ["--command-line", "--production", "--output", folder];
await promisify(execFile)(process.execPath, ["esbuild.mjs", ...options], { cwd: repositoryFolder });
await writeFile(path.join(folder, "THIRD_PARTY_NOTICES.txt"), await thirdPartyNotices(folder));
