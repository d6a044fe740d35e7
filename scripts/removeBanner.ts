import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Removes the banner from the programs and chunks of a folder that use none of its `names`: most of them, each compressed by itself. */
export async function removeBanner(folder: string, banner: string, names: readonly string[]): Promise<void> {
  const used = new RegExp(`\\b(?:${names.join("|")})\\b`);
  await Promise.all(
    globSync(["*.js", "chunks/*.js"], { cwd: folder }).map(async (name) => {
      const file = path.join(folder, name);
      const text = await readFile(file, "utf8");
      const rest = text.slice(banner.length).trimStart();
      if (text.startsWith(banner) && !used.test(rest)) await writeFile(file, rest);
    }),
  );
}
