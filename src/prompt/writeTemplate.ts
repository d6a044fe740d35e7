/** A kind and a model in; the text of a new prompt document of that kind out. */
import { requestFields } from "../contract/fields.ts";
import type { Kind } from "../contract/kind.ts";
import { writeScalar } from "./writeScalar.ts";

const prompts: Readonly<Record<Kind, string>> = {
  text: "Write a short story about a lighthouse keeper.",
  image: "A lighthouse at dusk, painted in watercolours.",
  audio: "The light turns all night, so that ships find their way.",
  video: "Waves break below a lighthouse while its beam turns.",
};

/** The required fields with a value each, and the optional ones with examples as comments. */
export function writeTemplate(kind: Kind, model: string): string {
  const fields = requestFields(kind, "v1").filter(
    (field) => field.type.type !== "choice" && !["input", "prompt", "model"].includes(field.name),
  );
  const lines = fields.flatMap((field) => {
    const [example] = field.name === "voice" ? ["alto"] : field.examples;
    if (example === undefined) return [];
    const isNumber = field.type.type === "number" || field.type.type === "integer";
    return [`${field.required ? "" : "# "}${field.name}: ${isNumber ? example : writeScalar(example)}`];
  });
  const head = [`kind: ${kind}`, `model: ${model === "" ? "" : writeScalar(model)}`.trimEnd()];
  return `---\n${[...head, ...lines].join("\n")}\n---\n${prompts[kind]}\n`;
}
