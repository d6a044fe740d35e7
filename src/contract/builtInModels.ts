/** The models of the built-in service that are real: they speak and enlarge, and need no account, network or provider. */
const realModels: readonly string[] = ["flite", "anime4k"];

/** The `owned_by` of models whose output is drawn or written by code, in every instance of our service. */
export const demoOwner = "demo";

/** Whether a model of the built-in service's own provider is a demo: what it makes is drawn or written by code. `id`: also with its provider. */
export function isDrawnByCode(id: string): boolean {
  return !realModels.includes(id.slice(id.lastIndexOf("/") + 1));
}
