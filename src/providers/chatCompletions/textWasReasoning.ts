/** Kind of the `custom` part after which the text so far is reasoning, although it was passed on as text. */
export const textWasReasoning = "compatible.text-was-reasoning";
