/** Reports missing files, too many files and files that are too large. Source: spec, "Limits". */

import { displayedSize, fitsImage, type ImageSize } from "../../contract/imageSize.ts";
import { inlineBytes, limits } from "../../contract/limits.ts";
import { t, writeNumber } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { diagnostic } from "../diagnostic.ts";
import { findAttachedFiles, findDocumentFiles, findMasked, isRemote } from "../documentFiles.ts";
import type { Facts } from "../facts.ts";
import { fileFieldOf } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { FrontMatterNode } from "../text/frontMatter.ts";
import { findEntry } from "../text/frontMatter.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";

export function checkNamedFiles(document: PromptDocument, facts: Facts): Diagnostic[] {
  const gone = findDocumentFiles(document).filter(({ address, use }) => {
    return !(isRemote(address) && use === "attachment") && facts.files?.[address]?.exists === false;
  });
  const missing = gone.map(({ address, range }) => {
    const suggestions = suggestNames(address, facts.paths ?? []);
    return diagnostic("missingFile", range, t("The file `{0}` does not exist.", address) + didYouMean(suggestions[0]), {
      subject: address,
      suggestions,
    });
  });
  return [
    ...missing,
    ...checkAddresses(document),
    ...checkSizes(document, facts),
    ...checkMask(document, facts),
    ...checkRawFiles(document),
  ];
}

/** A number is accepted as a text in other fields, but not as an address. */
function checkAddresses(document: PromptDocument): Diagnostic[] {
  const field = fileFieldOf(document.kind, document.interface);
  const value = field && findEntry(document.fields, field)?.value;
  if (value?.type !== "list") return [];
  return value.items.flatMap((item) => {
    if (item.type !== "scalar" || (typeof item.value === "string" && item.value !== "")) return [];
    if (typeof item.value !== "number" && item.value !== "") return [];
    return [diagnostic("wrongType", item.range, t("`{0}` must contain paths and URLs.", field ?? ""), { subject: field ?? "" })];
  });
}

function checkSizes(document: PromptDocument, facts: Facts): Diagnostic[] {
  const attachments = findAttachedFiles(document);
  const total = attachments.reduce((sum, file) => sum + sizeOf(file.address, facts), 0);
  const [first] = attachments;
  const last = attachments.at(-1);
  if (total <= limits.fileBytesPerRequest || !first || !last) return [];
  const message = t(
    "The files have {0} bytes in total; at most {1} are allowed.",
    writeNumber(total),
    writeNumber(limits.fileBytesPerRequest),
  );
  return [diagnostic("filesTooLarge", { start: first.range.start, end: last.range.end }, message)];
}

/** A mask must have the size of the first reference image. */
function checkMask(document: PromptDocument, facts: Facts): Diagnostic[] {
  const { image, mask } = findMasked(document);
  const [size, own] = [image, mask].map((file) => facts.files?.[file?.address ?? ""]?.image);
  if (mask === undefined || !size || !own || fitsImage(size, own)) return [];
  const describe = (one: ImageSize) => `${displayedSize(one).width} × ${displayedSize(one).height}`;
  const message = t("The mask has {0} pixels; it must have those of the first reference image, {1}.", describe(own), describe(size));
  return [diagnostic("notAllowed", mask.range, message, { subject: "mask" })];
}

function sizeOf(address: string, facts: Facts): number {
  return isRemote(address) ? inlineBytes(address) : (facts.files?.[address]?.size ?? 0);
}

/** Files inside `input` or `content`, if the document writes these itself. */
function checkRawFiles(document: PromptDocument): Diagnostic[] {
  return ["input", "content"].flatMap((name) => {
    const entry = findEntry(document.fields, name);
    if (entry?.value.type !== "list") return [];
    const count = countFileParts(entry.value);
    const message = t("`{0}` contains {1} files; at most {2} are allowed.", name, count, limits.filesPerRequest);
    return count > limits.filesPerRequest ? [diagnostic("tooManyFiles", entry.keyRange, message, { subject: name })] : [];
  });
}

function countFileParts(node: FrontMatterNode): number {
  if (node.type === "list") return node.items.reduce((sum, item) => sum + countFileParts(item), 0);
  if (node.type !== "map") return 0;
  const type = findEntry(node, "type")?.value;
  const own = type?.type === "scalar" && /^input_(file|image|audio|video)$/.test(type.source) ? 1 : 0;
  return own + node.entries.reduce((sum, entry) => sum + countFileParts(entry.value), 0);
}
