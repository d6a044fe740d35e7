/** Creates a production build and the other files of the VSIX in a temporary folder. */
import { existsSync, globSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildInto } from "../stageExtension.ts";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { thirdPartyNotices } from "./thirdPartyNotices.ts";

export interface StagedPackage {
  folder: string;
  remove(): Promise<void>;
}

const shipped = ["package.json", "package.nls*.json", "l10n", "media", "CHANGELOG.md", "LICENSE", ".vscodeignore"];

/** Uses a separate folder, so that the package contains no files of a running development build, and does not overwrite them. */
export async function stagePackage(): Promise<StagedPackage> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-package-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const name of globSync(shipped, { cwd: repositoryFolder }))
      await cp(path.join(repositoryFolder, name), path.join(folder, name), { recursive: true });
    await buildInto(path.join(folder, "dist"), true);
    await writeFile(path.join(folder, "THIRD_PARTY_NOTICES.txt"), await thirdPartyNotices(path.join(folder, "dist")));
    await writeFile(path.join(folder, "README.md"), await readmeWithoutScreenshots());
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The images are not shipped. */
async function readmeWithoutScreenshots(): Promise<string> {
  const file = path.join(repositoryFolder, "README.md");
  if (!existsSync(file)) return "";
  return (await readFile(file, "utf8")).replaceAll(/^!\[[^\]]*\]\([^)]*\)\n+/gm, "");
}
