/** Reports web addresses that contain a file, the selection or the clipboard, because requesting them sends that to their host. */

import { isFileField } from "../../contract/fields.ts";
import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { diagnostic } from "../diagnostic.ts";
import { isAddressField, isWebAddress } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { visitNodes } from "../text/frontMatter.ts";
import { holdsContentVariable } from "../text/variables.ts";

export const contentInAddress = (): string =>
  t(
    "A web address cannot contain {0}, {1} or {2}: their text would be sent to the address's host.",
    "`{{file}}`",
    "`{{selection}}`",
    "`{{clipboard}}`",
  );

/** If an address begins with a variable, only the compiled request shows whether it is a web address. */
export function checkWebAddresses(document: PromptDocument): Diagnostic[] {
  const found: Diagnostic[] = [];
  visitNodes(document.fields, [], (node, path) => {
    const [first = ""] = path;
    const isFile = first === "files" || first === "image" || isFileField(document.kind, document.interface, first);
    const isAddress = isFile || isAddressField(path.at(-1) ?? "");
    if (!isAddress || node.type !== "scalar" || typeof node.value !== "string") return;
    if (isWebAddress(node.source) && holdsContentVariable(node.source))
      found.push(diagnostic("contentInAddress", node.range, contentInAddress()));
  });
  return found;
}
