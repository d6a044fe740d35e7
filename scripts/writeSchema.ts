/** Writes `media/generation-prompt.schema.json`, the JSON Schema of a prompt document's front matter. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { frontMatterSchema } from "../src/prompt/assist/frontMatterSchema.ts";

export const schemaPath = fileURLToPath(new URL("../media/generation-prompt.schema.json", import.meta.url));

export function schemaText(): string {
  return `${JSON.stringify(frontMatterSchema(), undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(schemaPath, schemaText());
