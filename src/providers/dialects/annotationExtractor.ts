import type { MetadataExtractor } from "@ai-sdk/openai-compatible";
import * as z from "zod/mini";
import { compatibleName } from "./openaiCompatible.ts";

const chunkSchema = z.object({
  choices: z.array(z.object({ delta: z.optional(z.object({ annotations: z.optional(z.array(z.json())) })) })),
});

/** Extracts the annotations of a chat completion, which the package does not read. */
export const annotationExtractor: MetadataExtractor = {
  extractMetadata: async () => undefined,
  createStreamExtractor() {
    const annotations: z.infer<ReturnType<typeof z.json>>[] = [];
    return {
      processChunk(chunk) {
        if (!hasAnnotations(chunk)) return;
        const parsed = chunkSchema.safeParse(chunk);
        for (const choice of parsed.data?.choices ?? []) annotations.push(...(choice.delta?.annotations ?? []));
      },
      buildMetadata: () => (annotations.length === 0 ? undefined : { [compatibleName]: { annotations } }),
    };
  },
};

/** A cheap check, because thousands of chunks have none. */
function hasAnnotations(chunk: unknown): boolean {
  if (typeof chunk !== "object" || chunk === null || !("choices" in chunk) || !Array.isArray(chunk.choices)) return false;
  return chunk.choices.some((choice: unknown) => {
    const delta = typeof choice === "object" && choice !== null && "delta" in choice ? choice.delta : undefined;
    return typeof delta === "object" && delta !== null && "annotations" in delta;
  });
}
