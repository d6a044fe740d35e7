/** Scheme of the read-only prompt documents of tasks. */
export const promptScheme = "generation-studio-prompt";
