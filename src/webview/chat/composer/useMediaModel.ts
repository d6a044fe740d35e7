/** The model of a command such as `/image` in the composer. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { MediaKind } from "../../../contract/kind.ts";
import { usePanel } from "../panel.ts";

export interface MediaModel {
  /** undefined: the user has to choose, or the host has not listed the models yet. */
  model: string | undefined;
  /** Whether there are models to choose from. */
  isOffered: boolean;
  choose(model: string): void;
}

/** undefined: the text is no such command. */
export function useMediaModel(kind: MediaKind | undefined): MediaModel | undefined {
  const { store, host } = usePanel();
  const [chosen, setChosen] = useState<{ kind: MediaKind; model: string } | undefined>(undefined);
  useLayoutEffect(() => {
    if (kind === undefined) return undefined;
    let isWanted = true;
    const list = async () => {
      const listed = await host.call("listMediaModels", { kind });
      if (listed !== undefined && isWanted) store.update({ media: { kind, ...listed } });
    };
    void list();
    return () => {
      isWanted = false;
    };
  }, [kind, store.state.models]);
  if (kind === undefined) return undefined;
  const listed = store.state.media?.kind === kind ? store.state.media : undefined;
  return {
    model: chosen?.kind === kind ? chosen.model : listed?.model,
    isOffered: listed !== undefined && listed.models.length > 0,
    choose: (model) => setChosen({ kind, model }),
  };
}
