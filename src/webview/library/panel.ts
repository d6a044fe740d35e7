/** The context that provides the store, the host and the player to all components. */
import { createContext } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import type { Host, Remembered } from "./host.ts";
import type { LibraryState, LibraryStore } from "./libraryStore.ts";
import type { SoundPlayer } from "./player.ts";
import type { Thumbnails } from "./thumbnails.ts";
import type { Waveforms } from "./waveforms.ts";

export interface Panel {
  store: LibraryStore;
  host: Host;
  player: SoundPlayer;
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

/** State that is kept over a reload. */
export function useRemembered<Name extends keyof Remembered>(name: Name): [Remembered[Name], (value: Remembered[Name]) => void] {
  const { host } = usePanel();
  const [value, setValue] = useState(host.remembered[name]);
  const change = (next: Remembered[Name]) => {
    setValue(() => next);
    host.remember({ [name]: next });
  };
  return [value, change];
}
