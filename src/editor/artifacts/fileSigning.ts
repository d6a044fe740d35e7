/** Signs saved files with the user's certificate, as the settings say. */
import { l10n } from "vscode";
import { errorText } from "../../contract/errorText.ts";
import type { FileSigning } from "../../generations/taskEnvironment.ts";
import type { StatedOrigin } from "../../media/metadata/finishFile.ts";
import { openSetting } from "../base/openSetting.ts";
import { warn } from "../base/report.ts";
import { settings } from "../base/settings.ts";

/** Reasons that this window has shown: the files of a batch have the same one. */
const shown = new Set<string>();

export const fileSigning: FileSigning = {
  options: settings.signing,
  onError(error) {
    const reason = errorText(error);
    if (shown.has(reason)) return;
    shown.add(reason);
    const message = l10n.t("A file was saved without Content Credentials: {0}", reason);
    void warn(message, l10n.t("Open Settings"), () => openSetting("output.signing"));
  },
};

/** Bytes that are about to be written; the same ones if they are not signed. */
export async function signWithSettings(bytes: Uint8Array, stated: StatedOrigin): Promise<Uint8Array> {
  const options = settings.signing();
  if (options === undefined) return bytes;
  try {
    const signing = await import("../../media/signing/signFile.ts");
    return (await signing.signBytes(bytes, stated, options)) ?? bytes;
  } catch (error) {
    fileSigning.onError(error);
    return bytes;
  }
}
