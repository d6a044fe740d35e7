/** The whole panel. Renders again whenever anything except a text changes. */

import { useLayoutEffect, useState } from "preact/hooks";
import { LinkButton } from "../Button.tsx";
import type { FocusKeeper } from "../keepFocus.ts";
import { CodeBadge } from "../media/CodeBadge.tsx";
import { t } from "../texts.ts";
import { Composer } from "./composer/Composer.tsx";
import { Conversations } from "./conversations/Conversations.tsx";
import { usePanel } from "./panel.ts";
import { Find } from "./turns/Find.tsx";
import { Turns } from "./turns/Turns.tsx";

export function App({ focus }: { focus: FocusKeeper }) {
  const { store, host } = usePanel();
  const [, redraw] = useState(0);
  useLayoutEffect(() => store.subscribe(() => redraw((times) => times + 1)), []);
  useLayoutEffect(focus.restore);
  const { conversation, view, finding, service } = store.state;
  const hasContent = view === "conversations" || conversation !== undefined;
  // In the same frame, so that the input stays where it is.
  useLayoutEffect(() => {
    if (hasContent) document.getElementById("outline")?.remove();
  }, [hasContent]);
  return (
    <>
      {view === "conversations" ? (
        <Conversations />
      ) : (
        <main class="chat fill">
          {service?.demo === true && (
            <div class="demo-mark banner bar small quiet">
              <CodeBadge />
              <span>{t("demoService")}</span>
              <LinkButton onClick={() => host.call("addProvider")}>{t("addProvider")}</LinkButton>
            </div>
          )}
          {finding && <Find />}
          {/* Each conversation has its own element, because its reading position is read while its turns are still there. */}
          {conversation === undefined ? <div class="turns-frame fill" /> : <Turns key={conversation.id} conversation={conversation} />}
          {conversation !== undefined && <Composer key={conversation.id} conversation={conversation} />}
        </main>
      )}
      <div class="visually-hidden" role="status">
        {store.status}
      </div>
    </>
  );
}
