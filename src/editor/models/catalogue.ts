/** A way to the service, and what was learned of its models, in; the catalogue and each model's ability out. */
import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import type { State } from "../state.ts";
import type { Ability, ModelCatalogue } from "../studio.ts";
import { guessAbility } from "./guessAbility.ts";

export interface Catalogue extends ModelCatalogue, vscode.Disposable {
  /** Another service, or another key: the next `list` asks again. */
  forget(): void;
}

export function createCatalogue(options: { client: () => Promise<ServiceClient>; state: State }): Catalogue {
  const changed = new vscode.EventEmitter<void>();
  let known: readonly Model[] | undefined;
  let asking: Promise<readonly Model[]> | undefined;

  const refresh = (): Promise<readonly Model[]> => {
    if (asking !== undefined) return asking;
    const asked: Promise<readonly Model[]> = options
      .client()
      .then((client) => client.listModels())
      .then((models) => {
        // An answer of a service that is not in use any more is dropped.
        if (asking === asked) {
          known = models;
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
    ability: (modelId, kind) => describeAbility(modelId, kind, options.state),
    onDidChange: changed.event,
    forget() {
      known = undefined;
      asking = undefined;
      changed.fire();
    },
    dispose: () => changed.dispose(),
  };
}

function describeAbility(modelId: string, kind: Kind, state: State): Ability {
  const { t } = vscode.l10n;
  const lesson = state.lesson(modelId, kind);
  switch (lesson) {
    case "toldYes":
      return { can: "yes", because: t("you said so") };
    case "toldNo":
      return { can: "no", because: t("you said so") };
    case "worked":
      return { can: "yes", because: t("it worked before") };
    case "refused":
      return { can: "no", because: t("the service refused it") };
    case undefined: {
      const guess = guessAbility(modelId, kind);
      return { can: guess.can, because: guess.named === undefined ? t("nothing is known yet") : t("guessed from its name") };
    }
  }
}
