/** Starts the chat's page. */
import "./styles/chat.css";
import { chatProtocol } from "../../chat/messages/chatProtocol.ts";
import { keepFocus } from "../keepFocus.ts";
import { loadMarkdown, prepareMarkdown } from "../markdown/loadMarkdown.ts";
import { startPage } from "../startPage.ts";
import { App } from "./App.tsx";
import { shrinkImage } from "./composer/shrinkImage.ts";
import { pageState, rememberWith } from "./host.ts";
import { PanelContext } from "./panel.ts";
import { PanelStore } from "./panelStore.ts";
import { SpeechPlayer } from "./speech/speechPlayer.ts";

const focusRules = {
  members: "article.turn, .queue li, .chips > .chip, .presets > .chip, li.conversation",
  homes: [".popover textarea", ".popover input:enabled", ".conversations .search input", ".input"],
};

startPage(chatProtocol, pageState, (page) => {
  const host = rememberWith(page);
  const store = new PanelStore();
  host.listen((push) => {
    // Its texts wait for the renderer, which is loaded while the turns are rendered.
    if (push.type === "conversation" && push.conversation.turns.length > 0) void loadMarkdown();
    store.receive(push);
  });
  store.subscribeRequest("shrinkImage", (request) => void shrinkImage(request, host));
  window.addEventListener("focus", () => host.call("focused"));
  window.addEventListener("blur", () => host.call("blurred"));
  // The page that this one replaces may have had the focus.
  if (document.hasFocus()) host.call("focused");
  requestIdleCallback(() => void prepareMarkdown());
  return (
    <PanelContext.Provider value={{ store, host, speech: new SpeechPlayer(store, host) }}>
      <App focus={keepFocus(focusRules)} />
    </PanelContext.Provider>
  );
});
