import type { Dialect } from "../provider.ts";
import { noMetadata, textImageOrPdf } from "./common.ts";

/** Anthropic: messages. */
export const anthropicDialect: Dialect = {
  text: (_, request) => ({
    tools: request.webSearch ? [{ type: "provider", id: "anthropic.web_search_20250305", name: "web_search", args: { maxUses: 5 } }] : [],
    drawsByFunction: true,
    providerOptions: {
      anthropic: request.functions.length > 0 && !request.parallelToolCalls ? { disableParallelToolUse: true } : {},
    },
  }),
  takesFilesInOutputs: true,
  fileForm: textImageOrPdf,
  metadata: noMetadata,
};
