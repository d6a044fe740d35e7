/** All texts of the form of a request in English, by name. The translations are made from this table. */

/** Placeholders and plural forms are as in `chat/texts/panelTexts.ts`. */
export const requestFormTexts = {
  kind: "Kind",
  model: "Model",
  otherModel: "Other model…",
  otherModelName: "Name of the Model",
  addProvider: "Add Provider…",
  prompt: "Prompt",
  promptOf: "Prompt {0} of {1}",
  improvePrompt: "Improve…",
  proposedPrompt: "Proposed Prompt",
  usePrompt: "Use This Prompt",
  keepPrompt: "Keep the Old One",
  default: "Default",
  other: "Other…",
  otherValue: "{0}: Other Value",
  required: "Required",
  references: "Reference Images",
  chooseImages: "Choose Images…",
  dropImages: "or drop them here, or type an address",
  dropFromExplorer: "Hold Shift to drop files of the Explorer.",
  addressOfImage: "Address of an Image",
  removeImage: "Remove {0}",
  chooseFile: "Choose…",
  paintMask: "Paint…",
  count: "How Many",
  countHint: "Each one is a separate task and is billed.",
  generate: "Generate",
  generateKeys: "Generate (Ctrl+Enter)",
  save: "Save as Prompt Document",
  cancel: "Cancel",
  tooLarge: "{0} is too large for a request.",
  unreadable: "{0} could not be read.",
  loading: "Loading",
} as const;
/** @internal */
export type RequestFormTextName = keyof typeof requestFormTexts;
