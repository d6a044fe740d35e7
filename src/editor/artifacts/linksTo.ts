import path from "node:path";
import { imagesFolder } from "./blockEnd/asciidoc.ts";
import { findLinkTargets } from "./findLinkTargets.ts";
import type { LinkLanguage } from "./linkLanguages.ts";

/** Folders whose content site generators serve from `/`: Docusaurus, Hugo (which has two), Hexo, Astro, Vite and VitePress. */
const servedFolders: ReadonlySet<string> = new Set(["assets", "public", "source", "static"]);

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
      return latexNames(text).some((name) => isFile(name + ending) || isFile(name));
    case "asciidoc":
      return attributeTargets(text).some(isFile);
    case "restructuredtext":
      return wildcardTargets(text).some((name) => isFile(name + ending));
    case "org":
      return attachments(text).some((name) => whole.startsWith(`${folder}/data/`) && whole.endsWith(`/${name.normalize()}`));
    case "markdown":
      return (
        wikiTargets(text).some((target) => whole.endsWith(`/${target.normalize()}`)) ||
        ownFolderTargets(text).some((target) => isFile(`${path.posix.basename(path.posix.dirname(whole))}/${target}`))
      );
    case "component":
    case "html":
    case "mdx":
    case "typst":
      return false;
  }
}

/**
 * Tags and functions that name a file from the root of the site, or of its served folder: Jekyll, Django and Twig, Eleventy; filters of Jekyll,
 * Hugo and Nunjucks; Laravel and Symfony, Docusaurus, VitePress; Zola; Flask; Hugo.
 */
const rootTags = [
  /\{%-?\s*(?:link|static|image)\s+["']?([^"'%}\s]{1,1000})/g,
  /\{\{-?\s*["']([^"'\n]{1,1000})["']\s*\|\s*(?:rel|abs|relative_|absolute_)?url\b/gi,
  /\b(?:asset|useBaseUrl|withBase)\(\s*["']([^"'\n]{1,1000})/g,
  /\b(?:get_url|resize_image)\(\s*path\s*=\s*["']([^"'\n]{1,1000})/g,
  /\burl_for\(\s*["']static["']\s*,\s*(?:filename|path)\s*=\s*["']([^"'\n]{1,1000})/g,
  /\bresources\.Get\s+["']([^"'\n]{1,1000})/g,
  /\{\{[<%]\s*(?:figure|img|image|imgproc)\s(?:[^>}\n]{0,300}\s)?src=["']?([^"'\s>}]{1,1000})/g,
];

/** As paths from the root. */
function tagTargets(text: string): string[] {
  return rootTags.flatMap((tag) => [...text.matchAll(tag)].map(([, name = ""]) => name.replace(/^(?:\.?\/)?/, "/")));
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
  // Docusaurus' `pathname:///img/a.png`.
  const target = alias === undefined ? written.replace(/^\/{3}(?!\/)/, "/") : written.replace(alias, named ?? "");
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

/** Obsidian finds a file by the end of its path, which it shows or links. */
function wikiTargets(text: string): string[] {
  return [...text.matchAll(/\[\[([^\]|#\n]{1,1000})/g)].map(([, name = ""]) => name.trim());
}

/** Org keeps attachments below its folder `data`. */
function attachments(text: string): string[] {
  return [...text.matchAll(/\[\[attachment:([^\]\n]{1,1000})\]/g)].map(([, name = ""]) => name);
}

/** Sphinx chooses the format: `image:: a.*`. */
function wildcardTargets(text: string): string[] {
  return [...text.matchAll(/::[ \t]{1,9}(\S{1,1000})\.\*[ \t]*$/gm)].map(([, name = ""]) => name);
}

const longestValue = 300;

/** Targets of AsciiDoc that contain attributes of the document. */
function attributeTargets(text: string): string[] {
  const values = new Map<string, string>();
  const resolve = (written: string) => written.replaceAll(/\{([\w-]+)\}/g, (reference, name: string) => values.get(name) ?? reference);
  for (const [, name = "", value = ""] of text.matchAll(/^:([\w-]{1,100}):[ \t]+(\S.{0,300})$/gm))
    values.set(name, resolve(value.trim()).slice(0, longestValue));
  const targets = text.matchAll(/\b(?:image|video|audio|link)::?([^\s[\]]{1,1000})\[/g);
  return [...targets].flatMap(([, target = ""]) => (target.includes("{") ? [resolve(target)] : []));
}

/** Files of LaTeX without an ending, which it adds, or behind a macro for their folder. */
function latexNames(document: string): string[] {
  const text = document.replaceAll(/(?<!\\)%.*/g, "");
  const macros = new Map<string, string>();
  const definitions = text.matchAll(/\\(?:(?:re|provide)?newcommand\*?|def|edef)\s?\{?\\([A-Za-z]{1,100})\}?\s?\{([^{}\n]{0,300})\}/g);
  for (const [, name = "", value = ""] of definitions) macros.set(name, value);
  const commands = text.matchAll(
    /\\(?:[a-z]{0,20}includegraphics|include(?:svg|pdf|media)|pgfimage|begin\{overpic\})\*?\s*(?:\[[^\]]{0,1000}\]\s*)?\{((?:[^{}\n]|\{[^{}\n]{0,1000}\}){1,1000})\}/g,
  );
  return [...commands].map(([, name = ""]) =>
    name
      .replaceAll(/\\([A-Za-z]+)(?:\{\}|\s)?/g, (command, macro: string) => macros.get(macro) ?? command)
      .replaceAll(/[{}"]/g, "")
      .trim(),
  );
}
