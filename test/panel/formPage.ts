/** Opens the page with the form of a request. The test plays the host. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { formatMessage, type MessageValue } from "../../src/chat/texts/formatMessage.ts";
import { type CheckedForm, formProtocol } from "../../src/requestForm/formProtocol.ts";
import type { RequestForm } from "../../src/requestForm/requestForm.ts";
import { type RequestFormTextName, requestFormTexts } from "../../src/requestForm/requestFormTexts.ts";
import { type CallPage, openCallPage } from "./callPage.ts";
import type { PanelPageOptions } from "./documentPage.ts";

export interface FormPage extends CallPage<typeof formProtocol> {
  say(name: RequestFormTextName, ...values: MessageValue[]): string;
}

export const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPjPAAACBAEAfTcHxwAAAABJRU5ErkJggg==";

export const imageForm: RequestForm = {
  reset: { prompts: 1, choices: 1 },
  kind: "image",
  kinds: [
    { kind: "image", label: "Image" },
    { kind: "audio", label: "Audio" },
    { kind: "video", label: "Video" },
  ],
  models: [
    { id: "openai/gpt-image-2", name: "gpt-image-2", facts: "reference images · up to 1536×1024", group: "openai" },
    { id: "sd/flux-dev", name: "flux-dev", facts: "", group: "sd" },
    { id: "qwen3", name: "qwen3", facts: "", group: "Others" },
  ],
  model: "openai/gpt-image-2",
  about: "openai/gpt-image-2\nReference Images: 16",
  missing: "",
  prompts: ["A lighthouse at dusk, in watercolour"],
  fields: [
    {
      name: "size",
      title: "Size",
      hint: "WIDTHxHEIGHT with 64 to 4096 pixels a side",
      isRequired: false,
      control: { type: "choice", values: ["1536x1024", "512", "1024x1024", "1024x1536", "2k"], isOpen: true },
    },
    { name: "quality", title: "Quality", hint: "", isRequired: false, control: { type: "choice", values: ["low", "high"], isOpen: false } },
    {
      name: "aspect_ratio",
      title: "Aspect Ratio",
      hint: "",
      isRequired: false,
      control: { type: "choice", values: ["16:9", "1:1", "9:16"], isOpen: false },
    },
    { name: "mask", title: "Mask", hint: "", isRequired: false, control: { type: "file", canPaint: true } },
    { name: "seed", title: "Seed", hint: "", isRequired: false, control: { type: "number", isInteger: true } },
  ],
  choices: { size: "1024x1024" },
  count: "1",
  references: {
    images: [
      { id: 1, name: "harbour.png", source: pixel },
      { id: 2, name: "fog.png" },
    ],
    hint: "gpt-image-2 takes at most 4",
    isFull: false,
  },
  canImprove: true,
  linkHint: "A link to the result is offered in notes.md.",
  canSave: true,
};

export const checkedForm: CheckedForm = {
  type: "checked",
  errors: {},
  cost: ["Price: 0.04 credits", "Today: 0.28 of 5 credits"],
};

export interface FormOptions extends PanelPageOptions {
  form?: RequestForm;
  checked?: Partial<typeof checkedForm>;
}

/** Presses *Generate*, which the host refuses. */
export async function refuse({ host, page, say }: FormPage): Promise<void> {
  host.generate = () => ({ isAccepted: false });
  await page.getByRole("button", { name: say("generate"), exact: true }).click();
}

/** Resolves if the page has violated no rule of its content security policy and thrown no error. */
export async function fillWhile(browser: Browser, options: FormOptions, use: (panel: FormPage) => Promise<void>): Promise<void> {
  const { form = imageForm, checked, language = "en", texts } = options;
  const opened = await openCallPage(browser, "requestForm", formProtocol, {}, { location: "editor", width: 700, ...options });
  const say = (name: RequestFormTextName, ...values: MessageValue[]) =>
    formatMessage(texts?.[name] ?? requestFormTexts[name], values, language);
  try {
    await opened.post({ type: "form", form });
    await opened.post({ ...checkedForm, ...checked });
    await use(Object.assign(opened, { say }));
    expect(opened.violations).toEqual([]);
    expect(opened.strangeRequests).toEqual([]);
  } finally {
    await opened.close();
  }
}
