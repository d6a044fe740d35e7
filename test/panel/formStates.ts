/** The states of the form of a request that are checked in each theme, width and language. */
import { type FormOptions, type FormPage, imageForm, refuse } from "./formPage.ts";

export interface FormState extends FormOptions {
  name: string;
  enter?(panel: FormPage): Promise<unknown>;
}

const { references: _, ...withoutReferences } = imageForm;

export const formStates: readonly FormState[] = [
  { name: "form" },
  {
    name: "formRefused",
    form: { ...imageForm, prompts: [""], choices: { size: "99k" } },
    checked: {
      errors: { "prompt 0": "Write a prompt.", size: "gpt-image-2 accepts: 512, 1024x1024", count: "an integer up to 99 is required" },
    },
    enter: refuse,
  },
  {
    name: "formProposal",
    form: {
      ...imageForm,
      proposal: {
        index: 0,
        parts: [
          { type: "same", text: "A " },
          { type: "added", text: "white " },
          { type: "same", text: "lighthouse at " },
          { type: "removed", text: "dusk" },
          { type: "added", text: "blue hour, waves below" },
          { type: "same", text: ", in watercolour" },
        ],
      },
    },
  },
  {
    name: "formAudio",
    form: {
      ...withoutReferences,
      kind: "audio",
      model: "",
      missing: "None of your providers has a model for audio",
      prompts: ["Good evening.", "Here is the news."],
      fields: [
        { name: "voice", title: "Voice", hint: "", isRequired: true, control: { type: "choice", values: ["alloy", "nova"], isOpen: true } },
        { name: "speed", title: "Speed", hint: "0.25 to 4", isRequired: false, control: { type: "number", isInteger: false } },
      ],
      choices: { voice: "alloy" },
    },
    checked: { cost: [] },
  },
];
