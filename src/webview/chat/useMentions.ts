/** Keeps what is attached and what the input names behind a `#` together: each goes with the other, and comes back when that is undone. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { findMentions, mentionOf } from "../../chat/mentions.ts";
import type { Attachment } from "../../chat/turn.ts";
import { usePanel } from "./panel.ts";

export interface Mentions {
  /** A file or folder was picked. Returns how the text names it: it is attached with that. */
  pick(path: string): string;
  /** The user changed the text. */
  change(before: string, after: string): void;
  /** The text without the names of what is attached no longer. */
  withoutAttachment(text: string, id: string): string;
}

export function useMentions(attachments: readonly Attachment[], text: string): Mentions {
  const { host } = usePanel();
  /** Paths that are attached where the text names them. */
  const known = useRef(new Set<string>());
  /** Those of them that the host was asked to attach, and has not yet. */
  const awaited = useRef(new Set<string>());

  useLayoutEffect(() => {
    const mentioned = new Set(findMentions(text, attachments).map(({ attachment }) => attachment));
    for (const attachment of attachments) {
      const path = [...awaited.current].find((one) => one === attachment.name || one.endsWith(`/${attachment.name}`));
      if (path === undefined) continue;
      awaited.current.delete(path);
      // Its name was taken out before it came.
      if (!mentioned.has(attachment)) host.post({ type: "removeAttachment", id: attachment.id });
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
        host.post({ type: "removeAttachment", id: attachment.id });
      }
      const paths = [...known.current].map((name) => ({ name }));
      const wasNamed = new Set(findMentions(before, paths).map(({ attachment }) => attachment));
      for (const { attachment: path } of findMentions(after, paths)) {
        if (wasNamed.has(path) || awaited.current.has(path.name) || [...mentioned].some(({ name }) => name === path.name)) continue;
        awaited.current.add(path.name);
        host.post({ type: "attachPath", path: path.name });
      }
    },
    withoutAttachment(written, id) {
      const named = findMentions(written, attachments).filter(({ attachment }) => attachment.id === id);
      return named.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^ /, ""), written);
    },
  };
}
