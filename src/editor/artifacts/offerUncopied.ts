import * as vscode from "vscode";
import { askAmong } from "../base/report.ts";

const { t } = vscode.l10n;

/** Not every editor and browser lets a panel write images to the clipboard: reports that, and offers what works everywhere. */
export async function offerUncopied(save: () => PromiseLike<unknown>, open: () => PromiseLike<unknown>): Promise<void> {
  const [saveIt, openIt] = [t("Save Image…"), t("Open Image")];
  const answer = await askAmong(t("The image was not copied: the clipboard takes no images from the panel here."), saveIt, openIt);
  if (answer === saveIt) await save();
  else if (answer === openIt) await open();
}
