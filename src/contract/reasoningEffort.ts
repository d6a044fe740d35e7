/** How much a model is asked to reason before it answers. Source: spec, `reasoning` of `POST /responses`. */

export const reasoningEfforts = ["low", "medium", "high"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];
