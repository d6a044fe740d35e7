/** Starts the library's panel and connects it to its host. */
import "./styles/library.css";
import { render } from "preact";
import { keepFocus } from "../keepFocus.ts";
import { readTexts } from "../translation.ts";
import { App } from "./App.tsx";
import { connectLibraryHost } from "./host.ts";
import { LibraryStore } from "./libraryStore.ts";
import { PanelContext } from "./panel.ts";
import { Player } from "./player.ts";
import { Thumbnails } from "./thumbnails.ts";
import { Waveforms } from "./waveforms.ts";

const focusRules = { members: ".facets label, .details, .toolbar", homes: ['.cell[tabindex="0"]', ".search input"] };

const root = document.getElementById("panel");
if (root !== null) {
  readTexts(root);
  const host = connectLibraryHost();
  const store = new LibraryStore(host);
  render(
    <PanelContext.Provider
      value={{ store, host, player: new Player(store), waveforms: new Waveforms(store), thumbnails: new Thumbnails(host, store) }}
    >
      <App focus={keepFocus(focusRules)} />
    </PanelContext.Provider>,
    root,
  );
  host.post({ type: "ready" });
  store.find(host.remembered.query);
}
