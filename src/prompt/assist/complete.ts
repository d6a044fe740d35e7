/** Completes the text at an offset of a document. Never throws. */
import { limits } from "../../contract/limits.ts";
import { t } from "../../contract/translate.ts";
import type { Facts } from "../facts.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { TextRange } from "../text/textRange.ts";
import { builtInVariables } from "../text/variables.ts";
import { findDefinedVariables } from "../variables/definedVariables.ts";
import { completeKeys } from "./completeFields.ts";
import { completeValues, pathsAt } from "./completeValues.ts";
import { item, type PromptCompletion } from "./completion.ts";
import { describeBuiltIn } from "./describeField.ts";
import type { CursorContext } from "./findCursorContext.ts";
import { findCursorContext } from "./findCursorContext.ts";
import { writePart } from "./writeInsertion.ts";

export function complete(document: PromptDocument, offset: number, facts: Facts): PromptCompletion[] {
  const context = findCursorContext(document, offset);
  switch (context.type) {
    case "text":
      return [];
    case "role":
      return document.kind === "text" && document.interface === "v1" ? completeRoles(context.typed) : [];
    case "variable":
      return completeVariables(document, context.typed, context.closed, facts);
    case "argument":
      return context.name === "file" ? completeIncluded(context, facts) : [];
    case "key":
      return completeKeys(document, context, offset, facts);
    case "value":
      return completeValues(document, context, facts);
    case "either":
      return [...completeKeys(document, context, offset, facts), ...completeValues(document, context, facts)];
  }
}

/** Whether `complete` offers paths here, so that they have to be found before. */
export function takesPath(document: PromptDocument, offset: number): boolean {
  const context = findCursorContext(document, offset);
  if (context.type === "argument") return context.name === "file";
  return (context.type === "value" || context.type === "either") && pathsAt(document, context) !== undefined;
}

/** The paths that can be written in `{{file:…}}`. */
function completeIncluded({ typed, closed, scalar }: Extract<CursorContext, { type: "argument" }>, facts: Facts): PromptCompletion[] {
  return (facts.paths ?? []).flatMap((path, index) => {
    const isWritable = path.trim() === path && !/[\r\n]|\}\}|\}$/.test(path);
    const part = scalar === undefined ? path : writePart(scalar, path);
    if (!isWritable || part === undefined) return [];
    return [item("file", path, typed, { insertText: `${part}${closed ? "" : "}}"}`, rank: index })];
  });
}

function completeVariables(document: PromptDocument, typed: TextRange, closed: boolean, facts: Facts): PromptCompletion[] {
  const end = closed ? "" : "}}";
  const own = [...findDefinedVariables(document, facts).values()].map((variable, index) =>
    item("variable", variable.name, typed, {
      insertText: `${variable.name}${end}`,
      detail: variable.value ?? t("from {0}", variable.field),
      rank: index,
    }),
  );
  const builtIn = builtInVariables.map((variable, index) =>
    item("variable", variable.name, typed, {
      insertText: variable.argument === "required" ? `${variable.name}:` : `${variable.name}${end}`,
      detail: facts.values?.[variable.name]?.slice(0, 40) ?? "",
      documentation: describeBuiltIn(variable),
      rank: 1000 + index,
      continues: variable.argument === "required",
    }),
  );
  return [...own, ...builtIn];
}

function completeRoles(typed: TextRange): PromptCompletion[] {
  const documentation = t(
    "A turn of the dialogue. System instructions go into the field `instructions` (at most {0} characters).",
    limits.instructionsMaximum,
  );
  return ["user", "assistant"].map((role, index) => item("role", role, typed, { documentation, rank: index }));
}
