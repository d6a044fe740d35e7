/** Parses the alerts of GitHub's Markdown: quotes whose first line is, for example, `[!NOTE]`. */
import type { MarkdownIt, StateCore } from "markdown-it";

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Runs before the inline rules, which would read the marker as text or a link. */
function readAlerts(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    if (token.type !== "blockquote_open") return;
    const [paragraph, inline, end] = state.tokens.slice(index + 1, index + 4);
    const match = inline?.type === "inline" && paragraph?.type === "paragraph_open" ? marker.exec(inline.content) : null;
    if (match === null || inline === undefined || paragraph === undefined || end === undefined) return;
    inline.content = inline.content.slice(match[0].length);
    if (inline.content === "") {
      paragraph.hidden = true;
      end.hidden = true;
    }
    token.attrSet("type", (match[1] ?? "").toLowerCase());
  });
}

/** The kind of an alert is rendered as the quote's `type` attribute, which the sanitizer keeps. */
export function addAlertRules(parser: MarkdownIt): void {
  parser.core.ruler.after("block", "alerts", readAlerts);
}
