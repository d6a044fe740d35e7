/** Lets the user choose reference images, as one of several steps. */

import path from "node:path";
import * as vscode from "vscode";
import { endingsThat } from "../../contract/fileFormats.ts";
import type { InterfaceGeneration } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import type { Answer, Step } from "../askSteps.ts";
import type { ModelSource } from "./chooseModel.ts";

const withImages = "with";

export class ReferenceChoice {
  readonly #generation: InterfaceGeneration;
  #references: readonly string[];
  #model = "";
  /** Maximum number of images that the model takes over this interface generation. */
  #most = Number.POSITIVE_INFINITY;

  constructor(references: readonly string[], generation: InterfaceGeneration) {
    this.#references = references;
    this.#generation = generation;
  }

  /** Absolute paths, URIs or addresses; data URIs for images that were chosen earlier. */
  get chosen(): readonly string[] {
    return this.#references;
  }

  step({ models }: Pick<ModelSource, "models">): Step {
    const { t } = vscode.l10n;
    return {
      title: t("Reference Images"),
      placeholder: t("Choose images, or type an address"),
      answers: ([model = ""]) => {
        this.#model = model;
        const ofInterface = this.#generation === "v2" ? limits.filesPerRequest : Number.POSITIVE_INFINITY;
        this.#most = Math.min(models.find(model)?.capabilities?.image ?? ofInterface, ofInterface);
        if (this.#most === 0) this.#references = [];
        const none: Answer = { label: t("No reference images"), again: () => this.#clear() };
        return [...this.#proceed(), ...(this.#references.length > 0 ? [none] : []), ...this.#choices()];
      },
      active: withImages,
      free: (text) => {
        if (!URL.canParse(text) || !/^https?:/i.test(text)) return { error: t("an http address is required") };
        if (this.#references.length >= this.#most) return { error: this.#describeMost() };
        return { answer: { label: text, description: t("as typed"), alwaysShow: true, again: () => this.#add([text]) } };
      },
    };
  }

  #describeMost(): string {
    return vscode.l10n.t("{0} takes at most {1}", this.#model, this.#most);
  }

  /** The item that continues with the chosen images. */
  #proceed(): Answer[] {
    const { t } = vscode.l10n;
    const names = this.#references.map(nameOf).join(", ");
    if (this.#references.length > this.#most) {
      const label = t("Use only the first {0} of {1} images", this.#most, this.#references.length);
      return [{ label, description: this.#describeMost(), again: () => this.#keep(this.#most) }];
    }
    const label = names === "" ? t("None") : t("Use {0} images", this.#references.length);
    return [{ label, description: names, value: withImages }];
  }

  /** Empty if no more images can be added. */
  #choices(): Answer[] {
    if (this.#references.length >= this.#most) return [];
    const limit = Number.isFinite(this.#most) ? { description: this.#describeMost() } : {};
    return [{ label: vscode.l10n.t("$(file-media) Choose Images…"), ...limit, alwaysShow: true, again: () => this.#choose() }];
  }

  async #choose(): Promise<void> {
    const filters = { [vscode.l10n.t("Images")]: endingsThat("isCommon", "image") };
    const canSelectMany = this.#most - this.#references.length > 1;
    const chosen = await vscode.window.showOpenDialog({ canSelectMany, filters, title: vscode.l10n.t("Reference Images") });
    this.#add((chosen ?? []).map((uri) => uri.toString()));
  }

  #add(references: readonly string[]): void {
    this.#references = [...new Set([...this.#references, ...references])];
  }

  #keep(count: number): void {
    this.#references = this.#references.slice(0, count);
  }

  #clear(): void {
    this.#references = [];
  }
}

function nameOf(reference: string): string {
  if (/^data:/i.test(reference)) return vscode.l10n.t("image");
  return path.posix.basename(URL.parse(reference)?.pathname ?? reference);
}
