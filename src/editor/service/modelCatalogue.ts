/** The models of the service, and the kinds that each can make. */
import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import type { Kind } from "../../contract/kind.ts";
import { guessAbility } from "../../contract/modelFamilies.ts";
import type { Model } from "../../contract/models.ts";
import type { State } from "../base/state.ts";
import type { Ability, ModelCatalogue } from "./studio.ts";

const { t } = vscode.l10n;

export class ServiceCatalogue implements ModelCatalogue, vscode.Disposable {
  readonly #client: () => Promise<ServiceClient>;
  readonly #state: State;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #known: readonly Model[] | undefined;
  #byId: ReadonlyMap<string, Model> = new Map();
  #asking: Promise<readonly Model[]> | undefined;

  constructor(client: () => Promise<ServiceClient>, state: State) {
    this.#client = client;
    this.#state = state;
  }

  get known(): readonly Model[] | undefined {
    return this.#known;
  }

  list(): Promise<readonly Model[]> {
    return this.#known === undefined ? this.refresh() : Promise.resolve(this.#known);
  }

  refresh(): Promise<readonly Model[]> {
    if (this.#asking !== undefined) return this.#asking;
    const asked: Promise<readonly Model[]> = this.#client()
      .then((client) => client.listModels())
      .then((models) => {
        // Ignore the answer of a service that is no longer in use.
        if (this.#asking === asked && JSON.stringify(models) !== JSON.stringify(this.#known)) this.#set(models);
        return models;
      })
      .finally(() => {
        if (this.#asking === asked) this.#asking = undefined;
      });
    this.#asking = asked;
    return asked;
  }

  find(modelId: string): Model | undefined {
    return this.#byId.get(modelId);
  }

  ability(modelId: string, kind: Kind): Ability {
    return describeAbility(modelId, kind, this.#state, this.find(modelId));
  }

  /** Called when the service or its key changes: the next `list` asks again. */
  forget(): void {
    this.#asking = undefined;
    this.#set(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(models: readonly Model[] | undefined): void {
    this.#known = models;
    this.#byId = new Map(models?.map((model) => [model.id, model]));
    this.#changed.fire();
  }
}

/** The user's statement takes precedence, then what the service reports, then what was observed, then a guess from the name. */
function describeAbility(modelId: string, kind: Kind, state: State, model: Model | undefined): Ability {
  const evidence = state.evidence(modelId, kind);
  const reported = evidence?.startsWith("userSaid") ? undefined : model?.capabilities?.kinds;
  if (reported !== undefined) return { can: reported.includes(kind) ? "yes" : "no", because: t("reported by the service") };
  switch (evidence) {
    case "userSaidYes":
      return { can: "yes", because: t("set by you") };
    case "userSaidNo":
      return { can: "no", because: t("set by you") };
    case "worked":
      return { can: "yes", because: t("it worked before") };
    case "refused":
      return { can: "no", because: t("refused by the service") };
    case undefined: {
      const guess = guessAbility(modelId, kind);
      return {
        can: guess.can,
        because: guess.named === undefined && guess.can === "perhaps" ? t("not known yet") : t("guessed from its name"),
      };
    }
  }
}
