/** Attaches files that are pasted, or dropped anywhere in the chat. */
import { useLayoutEffect } from "preact/hooks";
import { limits } from "../../../contract/limits.ts";
import { t } from "../../texts.ts";
import { formatBytes } from "../formatBytes.ts";
import { usePanel } from "../panel.ts";
import { holdsFiles, takeFiles } from "./takeFiles.ts";

/** Returns a function that attaches the files of a transfer, and says which is too large. */
export function useTakenFiles(): (transfer: DataTransfer) => Promise<void> {
  const { store, host } = usePanel();
  const take = async (transfer: DataTransfer) => {
    const [tooLarge] = await takeFiles(transfer, host);
    if (tooLarge !== undefined)
      store.update({ attachmentError: t("attachmentTooLarge", tooLarge, formatBytes(limits.fileBytesPerRequest)) });
  };
  useLayoutEffect(() => {
    const onDrop = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer !== null && holdsFiles(dataTransfer)) void take(dataTransfer);
    };
    document.addEventListener("drop", onDrop);
    return () => document.removeEventListener("drop", onDrop);
  }, []);
  return take;
}
