/** Files named in texts: the host is asked which of them exist. */
import type { FileLinks } from "../markdown/fileLinks.ts";
import { usePanel } from "./panel.ts";

export function useFileLinks(): FileLinks {
  const { store, host } = usePanel();
  return {
    found: store.state.knownFiles,
    async ask(paths) {
      const reply = await host.call("findFiles", { paths });
      if (reply !== undefined) store.setFoundFiles(reply.files);
    },
  };
}
