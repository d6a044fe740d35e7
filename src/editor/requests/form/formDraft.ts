/** The values of a form while the user fills it in: what it shows, what is wrong, and the request that results. */
import * as vscode from "vscode";
import { addedFields, changesImage, isAddedField } from "../../../contract/addedFields.ts";
import { type InterfaceVersion, type Kind, kinds, kindTable } from "../../../contract/kind.ts";
import { countCharacters } from "../../../contract/limits.ts";
import type { ModelRow } from "../../../contract/modelRow.ts";
import { findMaskFault } from "../../../media/images/maskFault.ts";
import type { FormField, RequestForm } from "../../../requestForm/requestForm.ts";
import { settings } from "../../base/settings.ts";
import type { Choices } from "../../base/state.ts";
import { sortModels } from "../../service/sortModels.ts";
import { waitForModels } from "../../service/waitForModels.ts";
import { describeModel } from "../../showing/describeCapabilities.ts";
import { kindTexts } from "../../showing/kindTexts.ts";
import { modelRow } from "../../showing/summarizeModel.ts";
import { findModel } from "../chooseModel.ts";
import { firstChoices, withoutRefused } from "../chooseRequestOptions.ts";
import { describeMissingKind } from "../missingKind.ts";
import { findKnownValues, valueToSend } from "../offeredValues.ts";
import { type Chosen, checkChoice, listFormFields, possibleFields } from "./formFields.ts";
import { FormReferences, mostReferences } from "./formReferences.ts";
import type { FilledRequestForm, FormRequest, FormSource, FormStyle, ImprovedPrompt } from "./formRequest.ts";
import type { FormValues } from "./formValues.ts";

const { t } = vscode.l10n;

/** The names of two controls. */
const styleField = "style";
const negativeField = "negative_prompt";

/** Characters of reference images, and of a mask, that are kept while the window reloads. */
const mostKept = 1_000_000;

export class FormDraft {
  readonly references = new FormReferences();
  readonly #source: FormSource;
  readonly #request: FormRequest;
  #kind: Kind;
  #model = "";
  #prompts: readonly string[];
  #choices: Choices = {};
  #count: string;
  #proposal: { index: number; improved: ImprovedPrompt } | undefined;
  /** The name of a style; empty: none. */
  #style = "";
  #refused: Readonly<Record<string, string>>;
  #reset: RequestForm["reset"] = { prompts: 0, choices: 0 };

  private constructor(source: FormSource, request: FormRequest) {
    this.#source = source;
    this.#request = request;
    const { kind, given, before, prompts, refused = {} } = request;
    this.#kind = kind;
    this.#prompts = prompts;
    this.#count = String(given.count ?? before?.count ?? source.state.lastChoices(kind)?.count ?? 1);
    this.#refused = refused;
  }

  /** Throws ServiceError if the service does not list its models. */
  static async begin(source: FormSource, request: FormRequest): Promise<FormDraft> {
    const draft = new FormDraft(source, request);
    const { kind, given, before, restored } = request;
    await waitForModels(source.models.list());
    if (restored !== undefined) {
      await draft.#restore(restored.values);
      return draft;
    }
    draft.#model = given.model ?? before?.model ?? (await findModel(source, kind)) ?? "";
    draft.#setChoices(firstChoices(source, kind, draft.#model, { given, before }));
    await draft.references.add(given.references ?? []);
    return draft;
  }

  async #restore({ kind, model, prompts, choices, count, style, references }: FormValues): Promise<void> {
    this.#kind = kind;
    this.#model = model;
    this.#prompts = prompts;
    this.#count = count;
    this.#style = style;
    this.#setChoices(choices);
    await this.references.add(references);
  }

  /** Large images are not among them. */
  get values(): FormValues {
    const { addresses } = this.references;
    return {
      kind: this.#kind,
      model: this.#model,
      prompts: [...this.#prompts],
      choices: Object.fromEntries(Object.entries(this.#choices).filter(([, value]) => value.length <= mostKept)),
      count: this.#count,
      style: this.#style,
      references: addresses.filter((address) => address.length <= mostKept / addresses.length),
    };
  }

  get model(): string {
    return this.#model;
  }

  get kind(): Kind {
    return this.#kind;
  }

  get choices(): Choices {
    return this.#choices;
  }

  /** Number of requests; 0: not a number. */
  get requests(): number {
    return Math.max(1, this.#prompts.length) * (this.#isCounted ? Number(isCount(this.#count) ? this.#count : 0) : 1);
  }

  get #version(): InterfaceVersion {
    return this.#request.given.interface ?? settings.interfaceFor(this.#kind);
  }

  get #chosen(): Chosen {
    return { kind: this.#kind, version: this.#version, model: this.#model };
  }

  get #isCounted(): boolean {
    return this.#kind !== "text" && this.#request.isOne !== true;
  }

  get #mostReferences(): number {
    return mostReferences(this.#kind, this.#version, this.#source.models.find(this.#model)?.capabilities?.image);
  }

  get #canPaint(): boolean {
    return this.#request.paintMask !== undefined && this.#mostReferences > 0 && this.references.firstImage !== undefined;
  }

  async chooseKind(kind: Kind): Promise<void> {
    if (!this.#request.kinds?.includes(kind)) return;
    const source = this.#source;
    this.#kind = kind;
    this.#model = (await findModel(source, kind)) ?? "";
    this.#setChoices(firstChoices(source, kind, this.#model, { given: {} }));
  }

  chooseModel(model: string): void {
    const source = this.#source;
    this.#model = model.trim();
    const known = source.state.lastChoices(this.#kind, this.#model)?.choices ?? this.#choices;
    this.#setChoices(withoutRefused(source, this.#model, known));
  }

  /** Adds the values that the interface requires, if one is likely. */
  #setChoices(choices: Choices): void {
    const complete = { ...choices };
    for (const field of possibleFields(this.#source, this.#chosen)) {
      if (!field.requiredIn.includes(this.#version) || (complete[field.name] ?? "") !== "") continue;
      const value = valueToSend(field, findKnownValues(this.#source, this.#model, field.name));
      if (value !== undefined) complete[field.name] = value;
    }
    this.#choices = complete;
    this.#reset.choices += 1;
  }

  setPrompt(index: number, text: string): void {
    this.#prompts = this.#prompts.map((prompt, other) => (other === index ? text : prompt));
  }

  promptAt(index: number): string {
    return this.#prompts[index]?.trim() ?? "";
  }

  /** Shows a better prompt, which the user accepts or not. */
  propose(index: number, improved: ImprovedPrompt): void {
    this.#proposal = { index, improved };
  }

  answerProposal(accepts: boolean): void {
    if (accepts && this.#proposal !== undefined) {
      this.setPrompt(this.#proposal.index, this.#proposal.improved.text);
      this.#reset.prompts += 1;
    }
    this.#proposal = undefined;
  }

  setChoice(name: string, value: string): void {
    if (name === styleField) {
      this.#style = value.trim();
      return;
    }
    const { [name]: _, ...others } = this.#choices;
    this.#choices = value.trim() === "" ? others : { ...others, [name]: value.trim() };
    const { [name]: _refused, ...stillRefused } = this.#refused;
    this.#refused = stillRefused;
  }

  /** Sets the value of a field that the user chose outside of the page. */
  setFile(name: string, address: string): void {
    this.setChoice(name, address);
    this.#reset.choices += 1;
  }

  setCount(count: string): void {
    this.#count = count.trim();
  }

  view(): RequestForm {
    const { kind, model } = { kind: this.#kind, model: this.#model };
    const models = this.#listModels();
    const kindsToChoose = this.#request.kinds ?? [kind];
    const most = this.#mostReferences;
    return {
      reset: { ...this.#reset },
      kind,
      kinds: kinds.filter((one) => kindsToChoose.includes(one)).map((one) => ({ kind: one, label: kindTexts(one).label })),
      models,
      model,
      about: describeModel(this.#source.models.find(model) ?? { id: model }),
      missing: describeMissingKind(this.#source, kind, this.#ableModels()) ?? "",
      prompts: [...this.#prompts],
      fields: [...this.#describeStyles(), ...listFormFields(this.#source, this.#chosen, this.#choices, this.#canPaint)],
      choices: { ...this.#choices, ...(this.#style === "" ? {} : { [styleField]: this.#style }) },
      ...(this.#isCounted ? { count: this.#count } : {}),
      ...(most > 0 ? { references: this.references.view(model, most) } : {}),
      // A spoken text is said as it is written.
      canImprove: this.#request.improve !== undefined && kind !== "audio",
      ...(this.#proposal === undefined ? {} : { proposal: { index: this.#proposal.index, parts: this.#proposal.improved.parts } }),
      linkHint: this.#request.linkHint ?? "",
      canSave: this.#isCounted,
    };
  }

  /** None for a kind whose prompt is spoken or answered, or if the command has no prompt. */
  get #styles(): readonly FormStyle[] {
    const { styles = [], prompts } = this.#request;
    return prompts.length > 0 && kindTable[this.#kind].takesStyles ? styles : [];
  }

  get #chosenStyle(): FormStyle | undefined {
    return this.#styles.find(({ name }) => name === this.#style);
  }

  #describeStyles(): FormField[] {
    if (this.#styles.length === 0) return [];
    const values = this.#styles.map(({ name }) => name);
    const control = { type: "choice", values, isOpen: false } as const;
    return [{ name: styleField, title: t("Style"), hint: t("Its text is added to the prompt."), isRequired: false, control }];
  }

  /** Why the chosen style cannot be sent; undefined: it can. */
  #checkStyle(): string | undefined {
    const negative = this.#chosenStyle?.negativePrompt ?? "";
    const isTaken = possibleFields(this.#source, this.#chosen).some(({ name }) => name === negativeField);
    return negative === "" || isTaken ? undefined : t("{0} takes no negative prompt, which this style has.", this.#model);
  }

  /** Some fields say how a reference image changes. */
  #checkReference(name: string, value: string): string | undefined {
    if (value === "" || !isAddedField(name) || !changesImage(name)) return undefined;
    const [image] = this.references.addresses;
    if (image === undefined) return t("This needs a reference image.");
    if (addedFields[name].type !== "file") return undefined;
    switch (findMaskFault(image, value)) {
      case "unreadable":
        return t("This is not an image that can be read.");
      case "otherSize":
        return t("This does not have the size of the first reference image.");
      case undefined:
        return undefined;
    }
  }

  #ableModels(): string[] {
    return sortModels(this.#source, this.#source.models.known ?? [], this.#kind, false).map(({ id }) => id);
  }

  #listModels(): ModelRow[] {
    const source = this.#source;
    const able = new Set(this.#ableModels());
    const favourites = source.state.favourites();
    return sortModels(source, source.models.known ?? [], this.#kind, true).map((model) => {
      const { id, owned_by: provider = "" } = model;
      if (!able.has(id)) return { id, name: id, facts: "", group: t("Others") };
      const row = modelRow(model, provider);
      const doubt =
        source.models.ability(id, this.#kind).can === "perhaps" ? ` (${t("may not support {0}", kindTexts(this.#kind).noun)})` : "";
      return { ...row, name: `${favourites.includes(id) ? "★ " : ""}${row.name}${doubt}` };
    });
  }

  /** By control, as in `CheckedForm`. */
  check(): Record<string, string> {
    const model = this.#model;
    const spoken = this.#source.models.find(model)?.capabilities?.characters;
    const found: [string, string | undefined][] = [
      ["model", model === "" ? t("Choose a model.") : undefined],
      ...this.#prompts.map((text, index): [string, string | undefined] => {
        if (text.trim() === "") return [`prompt ${index}`, t("Write a prompt.")];
        const isTooLong = this.#kind === "audio" && spoken !== undefined && countCharacters(text) > spoken;
        return [`prompt ${index}`, isTooLong ? t("{0} speaks at most {1} characters", model, spoken) : undefined];
      }),
      ...possibleFields(this.#source, this.#chosen).map((field): [string, string | undefined] => {
        const isRequired = field.requiredIn.includes(this.#version);
        const value = this.#choices[field.name] ?? "";
        const bad = checkChoice(this.#source, model, field, isRequired, value) ?? this.#checkReference(field.name, value);
        return [field.name, this.#refused[field.name] ?? bad];
      }),
      [styleField, this.#checkStyle()],
      ["count", this.#isCounted && !isCount(this.#count) ? t("an integer up to 99 is required") : undefined],
      ["references", this.#mostReferences > 0 ? this.references.check(model, this.#mostReferences) : undefined],
    ];
    return Object.fromEntries(found.flatMap(([name, error]) => (error === undefined ? [] : [[name, error]])));
  }

  /** `asDocument`: opens a prompt document instead of running it. */
  fill(asDocument: boolean): FilledRequestForm {
    const names = possibleFields(this.#source, this.#chosen).map(({ name }) => name);
    const style = this.#chosenStyle;
    const negative = [this.#choices[negativeField] ?? "", style?.negativePrompt ?? ""].filter((text) => text !== "").join(", ");
    const given = negative === "" ? this.#choices : { ...this.#choices, [negativeField]: negative };
    const choices = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
    const references = this.#mostReferences > 0 ? this.references.addresses : [];
    return {
      options: { kind: this.#kind, interface: this.#version, model: this.#model, choices, references },
      prompts: this.#prompts.map((text) => style?.addTo(text.trim()) ?? text.trim()),
      output: asDocument ? "document" : this.#isCounted ? Number(this.#count) : 1,
    };
  }
}

function isCount(text: string): boolean {
  return /^[1-9]\d?$/.test(text);
}
