/** Keeps attachments and their `#` mentions in the input in sync: removing one removes the other, and undoing restores both. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Attachment } from "../../../chat/conversation/turn.ts";
import { findMentions, mentionOf } from "../../../chat/request/mentions.ts";
import { usePanel } from "../panel.ts";

export interface Mentions {
  /** Called when a file or folder was picked. Returns the mention to write into the text, which then attaches it. */
  pick(path: string): string;
  /** Called when the user has changed the text. */
  change(before: string, after: string): void;
  /** The text without mentions of the removed attachment. */
  withoutAttachment(text: string, id: string): string;
}

export function useMentions(attachments: readonly Attachment[], text: string): Mentions {
  const { host } = usePanel();
  /** Paths that are attached whenever the text mentions them. */
  const known = useRef(new Set<string>());
  /** Paths that the host was asked to attach, and has not attached yet. */
  const awaited = useRef(new Set<string>());

  useLayoutEffect(() => {
    const mentioned = new Set(findMentions(text, attachments).map(({ attachment }) => attachment));
    for (const attachment of attachments) {
      const path = [...awaited.current].find((one) => one === attachment.name || one.endsWith(`/${attachment.name}`));
      if (path === undefined) continue;
      awaited.current.delete(path);
      // The mention was removed before the attachment arrived.
      if (!mentioned.has(attachment)) host.call("removeAttachment", { id: attachment.id });
    }
  }, [attachments]);

  return {
    pick(path) {
      known.current.add(path);
      return mentionOf(path, attachments);
    },
    change(before, after) {
      const mentioned = new Set(findMentions(after, attachments).map(({ attachment }) => attachment));
      for (const { attachment } of findMentions(before, attachments)) {
        if (mentioned.has(attachment)) continue;
        known.current.add(attachment.name);
        host.call("removeAttachment", { id: attachment.id });
      }
      const paths = [...known.current].map((name) => ({ name }));
      const wasNamed = new Set(findMentions(before, paths).map(({ attachment }) => attachment));
      for (const { attachment: path } of findMentions(after, paths)) {
        if (wasNamed.has(path) || awaited.current.has(path.name) || [...mentioned].some(({ name }) => name === path.name)) continue;
        awaited.current.add(path.name);
        host.call("attachPath", { path: path.name });
      }
    },
    withoutAttachment(written, id) {
      const named = findMentions(written, attachments).filter(({ attachment }) => attachment.id === id);
      return named.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^ /, ""), written);
    },
  };
}
