/** Attaches files that are pasted, or dropped anywhere in the chat. */
import { useLayoutEffect } from "preact/hooks";
import { limits } from "../../../contract/limits.ts";
import { holdsFiles } from "../../drops.ts";
import { t } from "../../texts.ts";
import { formatBytes } from "../formatBytes.ts";
import { usePanel } from "../panel.ts";
import { takeFiles } from "./takeFiles.ts";

/** Returns a function that attaches the files of a transfer, and says which could not be attached. */
export function useTakenFiles(): (transfer: DataTransfer) => Promise<void> {
  const { store, host } = usePanel();
  const take = async (transfer: DataTransfer) => {
    const { tooLarge, folders, unreadable } = await takeFiles(transfer, host);
    const errors = [
      ...tooLarge.map((name) => t("attachmentTooLarge", name, formatBytes(limits.fileBytesPerRequest))),
      ...folders.map((name) => t("attachmentFolder", name)),
      ...unreadable.map((name) => t("attachmentUnreadable", name)),
    ];
    if (errors.length > 0) store.update({ attachmentError: errors.join(" ") });
  };
  useLayoutEffect(() => {
    const { body } = document;
    const mark = (isOver: boolean) => body.toggleAttribute("data-dropping", isOver);
    const onOver = ({ dataTransfer }: DragEvent) => mark(dataTransfer !== null && holdsFiles(dataTransfer));
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) mark(false);
    };
    const onDrop = ({ dataTransfer }: DragEvent) => {
      mark(false);
      if (dataTransfer !== null && holdsFiles(dataTransfer)) void take(dataTransfer);
    };
    const listeners = [
      ["dragover", onOver],
      ["dragleave", onLeave],
      ["drop", onDrop],
    ] as const;
    for (const [type, listener] of listeners) document.addEventListener(type, listener);
    return () => {
      mark(false);
      for (const [type, listener] of listeners) document.removeEventListener(type, listener);
    };
  }, []);
  return take;
}
