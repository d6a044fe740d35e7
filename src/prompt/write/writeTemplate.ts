/** Writes a new prompt document for a kind and a model. */
import { requestFields } from "../../contract/fields.ts";
import { type InterfaceVersion, type Kind, kindTable } from "../../contract/kind.ts";
import { writeScalar } from "./writeScalar.ts";

/** Required fields have a value; optional ones are comments with examples. */
export function writeTemplate(kind: Kind, model: string, version: InterfaceVersion): string {
  const fields = requestFields(kind, version).filter(
    (field) => field.type.type !== "choice" && !["input", "prompt", "content", "type", "model"].includes(field.name),
  );
  const lines = fields.flatMap((field) => {
    const [example] = field.name.endsWith("voice") ? ["slt"] : field.examples;
    if (example === undefined) return [];
    const isNumber = field.type.type === "number" || field.type.type === "integer";
    return [`${field.required ? "" : "# "}${field.name}: ${isNumber ? example : writeScalar(example)}`];
  });
  const head = [
    `kind: ${kind}`,
    ...(version === "v1" ? [] : [`interface: ${version}`]),
    `model: ${model === "" ? "" : writeScalar(model)}`.trimEnd(),
  ];
  return `---\n${[...head, ...lines].join("\n")}\n---\n${kindTable[kind].example}\n`;
}
