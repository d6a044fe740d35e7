import path from "node:path";
import { imagesFolder } from "./blockEnd/asciidoc.ts";
import { findLinkTargets } from "./findLinkTargets.ts";
import type { LinkLanguage } from "./linkLanguages.ts";

/** Folders whose content site generators serve from `/`: Docusaurus, Hugo, Hexo, Astro, Vite and VitePress. */
const servedFolders: ReadonlySet<string> = new Set(["public", "source", "static"]);

/** Folders that build tools name with `@` or `~`: Vue, Astro, Nuxt and SvelteKit. */
const sourceFolders: ReadonlySet<string> = new Set(["app", "src"]);
/** Names for the root of the project or of its sources: Docusaurus; Vue, Astro and Nuxt; SvelteKit. */
const aliases: readonly [RegExp, string][] = [
  [/^(?:@site|~[@~]?|@@?)\//, "/"],
  [/^\$lib\//, "/lib/"],
];

/** Whether a document links to a file, however the path is written. @param folder The document's folder, absolute, with `/`. */
export function linksTo(text: string, language: LinkLanguage, folder: string, file: string): boolean {
  // File systems keep the letters of a name composed or decomposed.
  const whole = file.normalize();
  const ending = path.posix.extname(whole);
  const bases = [folder, ...otherFolders(text, language, folder).map((one) => path.posix.resolve(folder, one))].map((one) =>
    one.normalize(),
  );
  const isFile = (name: string) => bases.some((base) => path.posix.resolve(base, name.normalize()) === whole);
  const found = findLinkTargets(text, ending === "" ? undefined : [ending.slice(1)]).map((target) => target.path);
  const targets = [...found, ...tagTargets(text)];
  if (targets.some((target) => isFile(target) || isFromRoot(target.normalize(), folder.normalize(), whole))) return true;
  switch (language) {
    case "latex":
      return namesWithoutEnding(text).some((name) => isFile(name + ending));
    case "markdown":
      return (
        wikiTargets(text).some((target) => whole.endsWith(`/${target.normalize()}`)) ||
        ownFolderTargets(text).some((target) => isFile(`${path.posix.basename(path.posix.dirname(whole))}/${target}`))
      );
    case "asciidoc":
    case "component":
    case "html":
    case "mdx":
    case "org":
    case "restructuredtext":
    case "typst":
      return false;
  }
}

/** Tags and functions that name a file from the root of the site, or of its served folder: Jekyll; Django and Twig; Laravel and Symfony; Flask. */
const rootTags = [
  /\{%-?\s*(?:link|static)\s+["']?([^"'%}\s]{1,1000})/g,
  /\basset\(\s*["']([^"'\n]{1,1000})/g,
  /\burl_for\(\s*["']static["']\s*,\s*(?:filename|path)\s*=\s*["']([^"'\n]{1,1000})/g,
];

/** As paths from the root. */
function tagTargets(text: string): string[] {
  return rootTags.flatMap((tag) => [...text.matchAll(tag)].map(([, name = ""]) => (name.startsWith("/") ? name : `/${name}`)));
}

/** Hexo keeps the files of a post in a folder of its name. */
function ownFolderTargets(text: string): string[] {
  return [...text.matchAll(/\{%\s*asset_(?:img|path|link)\s+([^%\n]{1,1000})/g)].flatMap(([, names = ""]) => names.split(/\s+/));
}

/** Antora's pages name the images of their module, or those of another one before a colon. */
function antoraFolders(text: string, folder: string): string[] {
  const [, modules, own] = /^(.*\/modules\/)([^/]+)\/pages(?:\/|$)/.exec(folder) ?? [];
  if (modules === undefined) return [];
  const others = [...text.matchAll(/\bimage::?([\w.-]{1,100}):(?!:)/g)].map(([, name = ""]) => name);
  return [own, ...others].map((module) => `${modules}${module}/images`);
}

/** Folders besides the document's in which the language looks for images. */
function otherFolders(text: string, language: LinkLanguage, folder: string): string[] {
  if (language === "latex") {
    const [, list = ""] = /\\graphicspath\s*\{((?:\s*\{[^{}]*\})+)\s*\}/.exec(text) ?? [];
    return [...list.matchAll(/\{([^{}]*)\}/g)].map(([, one = ""]) => one);
  }
  return language === "asciidoc" ? [imagesFolder(text.split(/\r?\n/)) ?? [], antoraFolders(text, folder)].flat() : [];
}

/** Whether a path is one from the root of a project or a website that contains the document, also below the website's base address. */
function isFromRoot(written: string, folder: string, file: string): boolean {
  const [alias, named] = aliases.find(([one]) => one.test(written)) ?? [];
  const target = alias === undefined ? written : written.replace(alias, named ?? "");
  if (!target.startsWith("/")) return false;
  // `baseUrl` of Docusaurus, `base` of VitePress and Vite: a folder before the path of a served file.
  const below = target.slice(target.indexOf("/", 1));
  return isBelowRoot(target, alias !== undefined) || (alias === undefined && below.length > 1 && isServed(below));

  function isBelowRoot(from: string, isAlias: boolean): boolean {
    if (!file.endsWith(from)) return false;
    const root = file.slice(0, -from.length);
    const name = path.posix.basename(root);
    return isIn(servedFolders.has(name) || (isAlias && sourceFolders.has(name)) ? path.posix.dirname(root) : root);
  }
  function isServed(from: string): boolean {
    return file.endsWith(from) && servedFolders.has(path.posix.basename(file.slice(0, -from.length))) && isBelowRoot(from, false);
  }
  function isIn(project: string): boolean {
    return `${folder}/`.startsWith(project.endsWith("/") ? project : `${project}/`);
  }
}

/** Obsidian finds a file by the end of its path. */
function wikiTargets(text: string): string[] {
  return [...text.matchAll(/!\[\[([^\]|#\n]{1,1000})/g)].map(([, name = ""]) => name.trim());
}

/** LaTeX adds the ending of a file. */
function namesWithoutEnding(text: string): string[] {
  const code = text.replaceAll(/(?<!\\)%.*/g, "");
  const commands = code.matchAll(/\\includegraphics\*?\s*(?:\[[^\]]{0,1000}\]\s*)?\{([^{}\n]{1,1000})\}/g);
  return [...commands].map(([, name = ""]) => name.trim());
}
