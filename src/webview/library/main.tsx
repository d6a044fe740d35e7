/** Starts the library's panel. */
import "./styles/library.css";
import { libraryProtocol } from "../../library/libraryProtocol.ts";
import { keepFocus } from "../keepFocus.ts";
import { startPage } from "../startPage.ts";
import { App } from "./App.tsx";
import { pageState } from "./host.ts";
import { LibraryStore } from "./libraryStore.ts";
import { PanelContext } from "./panel.ts";
import { SoundPlayer } from "./player.ts";
import { Thumbnails } from "./thumbnails.ts";
import { Waveforms } from "./waveforms.ts";

const focusRules = { members: ".facets label, .details, .toolbar", homes: ['.cell[tabindex="0"]', ".search input"] };

startPage(libraryProtocol, pageState, (host) => {
  const store = new LibraryStore(host);
  store.find(host.remembered.query);
  const panel = { store, host, player: new SoundPlayer(store), waveforms: new Waveforms(store), thumbnails: new Thumbnails(host, store) };
  return (
    <PanelContext.Provider value={panel}>
      <App focus={keepFocus(focusRules)} />
    </PanelContext.Provider>
  );
});
