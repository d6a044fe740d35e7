/** How the service ended a Response. Source: spec, "v1 Response"; `refused`: it is complete, and a refusal. */
const serviceOutcomes = ["completed", "incomplete", "failed", "refused"] as const;
export type ServiceOutcome = (typeof serviceOutcomes)[number];

/** How an exchange about a text ended: also before its end arrived (`truncated`), or because we stopped it (`aborted`). Neither is complete. */
export const outcomes = [...serviceOutcomes, "truncated", "aborted"] as const;
export type Outcome = (typeof outcomes)[number];
