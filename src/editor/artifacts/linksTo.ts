import path from "node:path";
import { imagesFolder } from "./blockEnd/asciidoc.ts";
import { findLinkTargets } from "./findLinkTargets.ts";
import type { LinkLanguage } from "./linkLanguages.ts";

/** Whether a document links to a file, however the path is written. @param folder The document's folder, absolute, with `/`. */
export function linksTo(text: string, language: LinkLanguage, folder: string, file: string): boolean {
  const images = language === "asciidoc" ? imagesFolder(text.split(/\r?\n/)) : undefined;
  const bases = images === undefined ? [folder] : [folder, path.posix.resolve(folder, images)];
  return findLinkTargets(text).some((target) => bases.some((base) => path.posix.resolve(base, target.path) === file));
}
