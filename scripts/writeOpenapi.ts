/** Writes `docs/openapi.json`, the OpenAPI document of the interface. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeService } from "../src/service/openapi/describeService.ts";

export const openapiPath = fileURLToPath(new URL("../docs/openapi.json", import.meta.url));

export function openapiText(): string {
  return `${JSON.stringify(describeService(), undefined, 2)}\n`;
}

if (import.meta.main) writeFileSync(openapiPath, openapiText());
