import type { SharedV4Warning } from "@ai-sdk/provider";
import type { GenerationRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";

/** A warning for the log. Its message is redacted, because it may repeat what was sent. */
export function describeWarning(warning: SharedV4Warning, { provider }: CatalogueModel, request: GenerationRequest): string {
  return "feature" in warning ? `${warning.type} ${warning.feature}` : provider.redact(warning.message, request);
}
