/** Images that the compiler of a document does not show are linked as PNG files, if the user wants that. */
import { hash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { MediaKind } from "../../contract/kind.ts";
import type { ConvertedImage } from "../../media/metadata/convertToPng.ts";
import { uriExists } from "../base/existence.ts";
import { announce, choose, report } from "../base/report.ts";
import { signWithSettings } from "./fileSigning.ts";
import type { LinkedFiles } from "./keptOffers.ts";
import { type LinkLanguage, linkLanguageOf } from "./linkLanguages.ts";
import { findNotShown } from "./linkSyntax.ts";

const { t } = vscode.l10n;

/**
 * The files to link in a document of this language.
 * @param isAsked Ask the user. Otherwise, what can be converted is.
 * @returns undefined: the user cancelled.
 */
export async function makeShowable(files: LinkedFiles, languageId: string, isAsked: boolean): Promise<LinkedFiles | undefined> {
  const language = linkLanguageOf(languageId);
  const hidden = language && findNotShown(language, files.kind, pathsOf(files));
  if (language === undefined || hidden === undefined) return files;
  const { compiler, formats } = hidden;
  const pngs = await convertHidden(files, language);
  if (isAsked) {
    const [asPng, asLink] = [t("Convert to PNG and Insert"), t("Insert as Link")];
    const answers = pngs === undefined ? [asLink] : [asPng, asLink];
    const detail = pngs === undefined ? [] : [t("The PNG is saved beside the file, which is kept.")];
    const answer = await choose(t("{0} does not show images in {1}.", compiler, formats), answers, ...detail);
    if (answer !== asPng) return answer === asLink ? files : undefined;
  }
  if (pngs === undefined) {
    // Not awaited, because the message may stay open.
    void announce(
      t("{0} does not show images in {1}, so that they are linked. Generate them as PNG or JPEG to show them.", compiler, formats),
    );
    return files;
  }
  const uris = await saveAll(files, pngs);
  if (uris === undefined) return files;
  if (!isAsked)
    void announce(t("{0} does not show images in {1}, so that they were saved as PNG too, and these are shown.", compiler, formats));
  return { ...files, uris };
}

const pathsOf = ({ uris }: LinkedFiles) => uris.map(({ path }) => path);

/** The PNG that was saved for a file which the language's compiler does not show; undefined: it shows the file, or there is none. */
export async function findConverted(kind: MediaKind, uri: vscode.Uri, language: LinkLanguage): Promise<vscode.Uri | undefined> {
  // Converting takes long, and offers to link are checked when a window opens.
  if (findNotShown(language, kind, [uri.path]) === undefined || !(await uriExists(pngNamed(uri)))) return undefined;
  const png = (await convertHidden({ kind, uris: [uri] }, language))?.get(uri);
  if (png === undefined) return undefined;
  const { target, isSaved } = await pngBeside(uri, png);
  return isSaved ? target : undefined;
}

/** undefined: a file cannot be read or decoded. */
async function convertHidden(
  { kind, uris }: Pick<LinkedFiles, "kind" | "uris">,
  language: LinkLanguage,
): Promise<Map<vscode.Uri, ConvertedImage> | undefined> {
  const { convertToPng } = await import("../../media/metadata/convertToPng.ts");
  const pngs = new Map<vscode.Uri, ConvertedImage>();
  for (const uri of uris.filter(({ path }) => findNotShown(language, kind, [path]) !== undefined)) {
    try {
      const png = await convertToPng(await vscode.workspace.fs.readFile(uri));
      if (png === undefined) return undefined;
      pngs.set(uri, png);
    } catch {
      return undefined;
    }
  }
  return pngs;
}

/** The files with the saved PNGs in their place; undefined, after reporting it: one cannot be written. */
async function saveAll({ uris }: LinkedFiles, pngs: ReadonlyMap<vscode.Uri, ConvertedImage>): Promise<vscode.Uri[] | undefined> {
  const saved: vscode.Uri[] = [];
  try {
    for (const uri of uris) {
      const png = pngs.get(uri);
      saved.push(png === undefined ? uri : await saveBeside(uri, png));
    }
    return saved;
  } catch (error) {
    void report(error);
    return undefined;
  }
}

/** Replaces no other image. @throws the file system's error */
async function saveBeside(uri: vscode.Uri, png: ConvertedImage): Promise<vscode.Uri> {
  const { target, isSaved } = await pngBeside(uri, png);
  const { bytes, stated } = png;
  if (!isSaved) await vscode.workspace.fs.writeFile(target, stated === undefined ? bytes : await signWithSettings(bytes, stated));
  return target;
}

function pngNamed(uri: vscode.Uri, suffix = ""): vscode.Uri {
  const { dir, name } = path.posix.parse(uri.path);
  return uri.with({ path: path.posix.join(dir, `${name}${suffix}.png`) });
}

/** The name for a PNG: the file's, or, if another image has that, one that no other image can have. `isSaved`: it is already there. */
async function pngBeside(uri: vscode.Uri, png: ConvertedImage): Promise<{ target: vscode.Uri; isSaved: boolean }> {
  const { isConverted } = await import("../../media/metadata/convertToPng.ts");
  const read = (file: vscode.Uri) =>
    vscode.workspace.fs.readFile(file).then(
      (bytes) => ({ isSaved: isConverted(bytes, png) }),
      () => undefined,
    );
  const beside = pngNamed(uri);
  const existing = await read(beside);
  if (existing === undefined || existing.isSaved) return { target: beside, isSaved: existing !== undefined };
  const other = pngNamed(uri, `-${hash("sha256", png.bytes).slice(0, 8)}`);
  return { target: other, isSaved: (await read(other))?.isSaved === true };
}
