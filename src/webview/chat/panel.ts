/** The context that provides the store and the host to all components. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Host } from "./host.ts";
import type { PanelStore } from "./panelStore.ts";
import type { SpeechPlayer } from "./speech/speechPlayer.ts";

export interface Panel {
  store: PanelStore;
  host: Host;
  speech: SpeechPlayer;
}

export const PanelContext = createContext<Panel | undefined>(undefined);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === undefined) throw new Error("The chat's components must be rendered inside the panel");
  return panel;
}
