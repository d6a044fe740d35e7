/** Nothing in; how much a model may be asked to think first, out. Source: the spec, `reasoning` of `POST /responses`. */

export const reasoningEfforts = ["low", "medium", "high"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];
