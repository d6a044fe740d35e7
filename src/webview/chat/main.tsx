/** Starts the panel and connects it to its host. */
import "./styles/chat.css";
import { render } from "preact";
import { keepFocus } from "../keepFocus.ts";
import { loadMarkdown, prepareMarkdown } from "../markdown/loadMarkdown.ts";
import { readTexts } from "../texts.ts";
import { App } from "./App.tsx";
import { shrinkImage } from "./composer/shrinkImage.ts";
import { connectChatHost } from "./host.ts";
import { PanelContext } from "./panel.ts";
import { PanelStore } from "./panelStore.ts";
import { SpeechPlayer } from "./speech/speechPlayer.ts";

const focusRules = {
  members: "article.turn, .queue li, .chips > .chip, .presets > .chip, li.conversation",
  homes: [".popover textarea", ".popover input:enabled", ".conversations .search input", ".input"],
};

const root = document.getElementById("panel");
if (root !== null) {
  readTexts(root);
  const host = connectChatHost();
  const store = new PanelStore();
  host.listen((message) => {
    // Its texts wait for the renderer, which is loaded while the turns are rendered.
    if (message.type === "conversation" && message.conversation.turns.length > 0) void loadMarkdown();
    store.receive(message);
  });
  store.subscribeRequest("shrinkImage", (request) => void shrinkImage(request, host));
  // Before anything is drawn: the host answers while the empty panel is rendered.
  host.post({ type: "ready" });
  render(
    <PanelContext.Provider value={{ store, host, speech: new SpeechPlayer(store, host) }}>
      <App focus={keepFocus(focusRules)} />
    </PanelContext.Provider>,
    root,
  );
  window.addEventListener("focus", () => host.post({ type: "focused" }));
  window.addEventListener("blur", () => host.post({ type: "blurred" }));
  // The page that this one replaces may have had the focus.
  if (document.hasFocus()) host.post({ type: "focused" });
  requestIdleCallback(() => void prepareMarkdown());
}
