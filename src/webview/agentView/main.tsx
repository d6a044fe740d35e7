/** Starts the view that shows results in the client of an agent. */
import "./agentView.css";
import { render } from "preact";
import * as z from "zod/mini";
import { viewProtocol } from "../../contract/agentView.ts";
import { showReordering } from "../showReordering.ts";
import { readTexts } from "../translation.ts";
import { App } from "./App.tsx";
import { connectClient } from "./client.ts";
import { t } from "./texts.ts";
import { ViewStore } from "./viewStore.ts";

const contextSchema = z.object({
  theme: z.optional(z.enum(["light", "dark"])),
  locale: z.optional(z.string()),
  styles: z.optional(z.object({ variables: z.optional(z.record(z.string(), z.optional(z.string()))) })),
});

function applyContext({ theme, locale, styles }: z.infer<typeof contextSchema>): void {
  const { documentElement: page } = document;
  if (theme !== undefined) page.style.colorScheme = theme;
  if (locale !== undefined) page.lang = locale;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith("--") && value !== undefined) page.style.setProperty(name, value);
}

async function start(root: HTMLElement): Promise<void> {
  const client = connectClient();
  const store: ViewStore = new ViewStore(client, (state) => render(<App state={state} store={store} />, root));
  client.listen("ui/notifications/host-context-changed", contextSchema, applyContext);
  const { hostContext } = await client.request(
    "ui/initialize",
    {
      protocolVersion: viewProtocol,
      appInfo: { name: "generation-studio", version: "1" },
      appCapabilities: { availableDisplayModes: ["inline"] },
    },
    z.object({ hostContext: z.optional(contextSchema) }),
  );
  applyContext(hostContext ?? {});
  readTexts(root);
  showReordering();
  document.title = t("title");
  store.show();
  new ResizeObserver(() => {
    const { width, height } = root.getBoundingClientRect();
    client.notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(root);
  client.notify("ui/notifications/initialized", {});
}

const root = document.getElementById("view");
if (root !== null) void start(root);
