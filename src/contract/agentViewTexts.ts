/** All texts of the view of results in clients of the MCP server: in English, by name. Translations are created from this table. */

/** Placeholders and plural forms as in `chat/texts/panelTexts.ts`. */
export const agentViewTexts = {
  title: "Result of Generation Studio",
  generating: "Generating…",
  cancelled: "The call was cancelled.",
  goesOn: "It continues automatically. Ask for it later.",
  cost: "cost {0}",
  costUnknown: "cost not reported",
  insertLink: "Insert Link",
  insertMessage: "Insert this link where it fits: {0}",
  inserted: "The link is in the chat’s input.",
  insertRefused: "The chat did not take the link. Copy it:",
  variants: "Variants",
  variantsBilled: "Generates another one, which may be billed",
  variantsCost: "Generates another one; this one cost {0}",
  variantFailed: "No variant was generated: {0}",
  loading: "Loading {0}…",
  tooLarge: "{0} is too large to be shown here.",
  gone: "{0} cannot be read.",
} as const;
