/** Writes a new prompt document for a kind and a model. */
import { requestFields } from "../../contract/fields.ts";
import type { InterfaceGeneration, Kind } from "../../contract/kind.ts";
import { writeScalar } from "./writeScalar.ts";

const prompts: Readonly<Record<Kind, string>> = {
  text: "Write a short story about a lighthouse keeper.",
  image: "A lighthouse at dusk, painted in watercolours.",
  audio: "The light turns all night, so that ships find their way.",
  video: "Waves break below a lighthouse while its beam turns.",
};

/** Required fields have a value; optional ones are comments with examples. */
export function writeTemplate(kind: Kind, model: string, generation: InterfaceGeneration): string {
  const fields = requestFields(kind, generation).filter(
    (field) => field.type.type !== "choice" && !["input", "prompt", "content", "type", "model"].includes(field.name),
  );
  const lines = fields.flatMap((field) => {
    const [example] = field.name.endsWith("voice") ? ["alto"] : field.examples;
    if (example === undefined) return [];
    const isNumber = field.type.type === "number" || field.type.type === "integer";
    return [`${field.required ? "" : "# "}${field.name}: ${isNumber ? example : writeScalar(example)}`];
  });
  const head = [
    `kind: ${kind}`,
    ...(generation === "v1" ? [] : [`interface: ${generation}`]),
    `model: ${model === "" ? "" : writeScalar(model)}`.trimEnd(),
  ];
  return `---\n${[...head, ...lines].join("\n")}\n---\n${prompts[kind]}\n`;
}
