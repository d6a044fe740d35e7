/** The context that provides the store, the host and the player to all components. */
import { createContext } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import type { Host } from "./host.ts";
import type { LibraryState, LibraryStore } from "./libraryStore.ts";
import type { Player } from "./player.ts";
import type { Thumbnails } from "./thumbnails.ts";
import type { Waveforms } from "./waveforms.ts";

export interface Panel {
  store: LibraryStore;
  host: Host;
  player: Player;
  waveforms: Waveforms;
  thumbnails: Thumbnails;
}

export const PanelContext = createContext<Panel | undefined>(undefined);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === undefined) throw new Error("The library's components must be rendered inside the panel");
  return panel;
}

/** Returns the state, and renders again after each change. */
export function useLibrary(): LibraryState {
  const { store } = usePanel();
  const [, redraw] = useState(0);
  // Before the next message of the host can change the state.
  useLayoutEffect(() => store.subscribe(() => redraw((times) => times + 1)), [store]);
  return store.state;
}
