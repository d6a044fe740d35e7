/** The models of the service, and the kinds that each can make. */
import * as vscode from "vscode";
import type { ServiceClient } from "../client/serviceClient.ts";
import { guessAbility } from "../contract/guessAbility.ts";
import type { Kind } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import type { State } from "./state.ts";
import type { Ability, ModelCatalogue } from "./studio.ts";

export interface Catalogue extends ModelCatalogue, vscode.Disposable {
  /** Called when the service or its key changes: the next `list` asks again. */
  forget(): void;
}

export function createCatalogue(options: { client: () => Promise<ServiceClient>; state: State }): Catalogue {
  const changed = new vscode.EventEmitter<void>();
  let known: readonly Model[] | undefined;
  let byId: ReadonlyMap<string, Model> = new Map();
  let asking: Promise<readonly Model[]> | undefined;

  const refresh = (): Promise<readonly Model[]> => {
    if (asking !== undefined) return asking;
    const asked: Promise<readonly Model[]> = options
      .client()
      .then((client) => client.listModels())
      .then((models) => {
        // Ignore the answer of a service that is no longer in use.
        if (asking === asked) {
          known = models;
          byId = new Map(models.map((model) => [model.id, model]));
          changed.fire();
        }
        return models;
      })
      .finally(() => {
        if (asking === asked) asking = undefined;
      });
    asking = asked;
    return asked;
  };

  return {
    list: () => (known === undefined ? refresh() : Promise.resolve(known)),
    get known() {
      return known;
    },
    refresh,
    find: (modelId) => byId.get(modelId),
    ability: (modelId, kind) => describeAbility(modelId, kind, options.state, byId.get(modelId)),
    onDidChange: changed.event,
    forget() {
      known = undefined;
      byId = new Map();
      asking = undefined;
      changed.fire();
    },
    dispose: () => changed.dispose(),
  };
}

/** The user's statement takes precedence, then what the service reports, then what was observed, then a guess from the name. */
function describeAbility(modelId: string, kind: Kind, state: State, model: Model | undefined): Ability {
  const { t } = vscode.l10n;
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
      return { can: guess.can, because: guess.named === undefined ? t("not known yet") : t("guessed from its name") };
    }
  }
}
