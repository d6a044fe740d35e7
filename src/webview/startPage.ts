/** Starts the page of a panel: its texts, its connection to the host and its content. */
import { type ComponentChild, render } from "preact";
import type { PanelProtocol } from "../contract/panelProtocol.ts";
import { connectHost, type PageHost, type PageState } from "./connectHost.ts";
import { showReordering } from "./showReordering.ts";
import { readTexts } from "./translation.ts";

/** `draw`: called once. */
export function startPage<Protocol extends PanelProtocol, Remembered extends object>(
  protocol: Protocol,
  state: PageState<Remembered>,
  draw: (host: PageHost<Protocol, Remembered>) => ComponentChild,
): void {
  const root = document.getElementById("panel");
  if (root === null) return;
  readTexts(root);
  showReordering();
  const host = connectHost(protocol, state);
  // Before anything is drawn: the host answers meanwhile.
  host.ready();
  render(draw(host), root);
}
