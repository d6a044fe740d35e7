/** The attachments of a message as chips: images with thumbnails, and texts that can be expanded. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Attachment } from "../../../chat/conversation/turn.ts";
import { kindTable } from "../../../contract/kind.ts";
import { Icon, IconButton, LinkButton } from "../../Button.tsx";
import type { IconName } from "../../iconNames.ts";
import { markHidden } from "../../markdown/markHidden.ts";
import { t } from "../../texts.ts";
import { formatBytes } from "../formatBytes.ts";
import { fromBase64 } from "../fromBase64.ts";
import { usePanel } from "../panel.ts";
import { toBase64 } from "./toBase64.ts";

function iconOf({ kind, role }: Attachment): IconName {
  return role === "instructions" ? "book" : icons[kind];
}

const icons = {
  text: "file-code",
  image: "file-media",
  audio: kindTable.audio.icon,
  video: kindTable.video.icon,
  document: "file",
} as const;

/** Requests the content from the host once, when the chip is shown. */
function useThumbnail({ id, kind, url, mediaType }: Attachment): string | undefined {
  const { store, host } = usePanel();
  const known = store.state.thumbnails.get(id);
  const [, redraw] = useState(0);
  const isMissing = kind === "image" && url === undefined && known === undefined;
  useEffect(() => {
    if (!isMissing) return;
    const draw = async () => {
      const data = (await host.call("readAttachment", { id }))?.data;
      const image = data === undefined ? undefined : await drawThumbnail(data, mediaType).catch(() => undefined);
      if (image === undefined) return;
      store.state.thumbnails.set(id, image);
      redraw((times) => times + 1);
    };
    void draw();
  }, [id, isMissing]);
  return known;
}

interface ChipProps {
  attachment: Attachment;
  /** Whether an earlier message contains it, so that it is not sent again. */
  isSent: boolean;
  /** undefined: it cannot be expanded. */
  expanded?: boolean;
  onToggle?: () => void;
  onRemove?: (() => void) | undefined;
}

function describeSize({ url, size }: Attachment, isSent: boolean): string {
  if (isSent) return t("attachmentSentShort");
  return url === undefined ? formatBytes(size) : t("attachmentLink");
}

function Chip({ attachment, isSent, expanded, onToggle, onRemove }: ChipProps) {
  const size = describeSize(attachment, isSent);
  const thumbnail = useThumbnail(attachment);
  // From the start, so that the button to remove it does not move while it is pressed.
  const hasThumbnail = thumbnail !== undefined || (attachment.kind === "image" && attachment.url === undefined);
  const style = ["chip", ...(isSent ? ["sent"] : []), ...(hasThumbnail ? ["with-thumbnail"] : [])].join(" ");
  return (
    <span class={style} title={isSent ? t("attachmentSent", attachment.name) : `${attachment.name}, ${size}`}>
      {thumbnail !== undefined ? (
        <img class="thumbnail" src={thumbnail} alt="" />
      ) : hasThumbnail ? (
        <span class="thumbnail">
          <Icon name={iconOf(attachment)} />
        </span>
      ) : (
        <Icon name={iconOf(attachment)} />
      )}
      {expanded === undefined ? (
        <span class="chip-name cut">{attachment.name}</span>
      ) : (
        <button type="button" class="chip-name cut" aria-expanded={expanded} onClick={onToggle}>
          {attachment.name}
          <Icon name={expanded ? "chevron-down" : "chevron-right"} />
        </button>
      )}
      <span class="chip-size">{size}</span>
      {onRemove && <IconButton icon="close" title={t("attachmentRemove", attachment.name)} onClick={onRemove} />}
    </span>
  );
}

/** The content of an attached text, once the host has read it. */
function AttachedText({ attachment, onInsert }: { attachment: Attachment; onInsert: ((text: string) => void) | undefined }) {
  const { host } = usePanel();
  const [text, setText] = useState("");
  useEffect(() => {
    const show = async () => {
      const data = (await host.call("readAttachment", { id: attachment.id }))?.data;
      if (data !== undefined) setText(new TextDecoder().decode(fromBase64(data)));
    };
    void show();
  }, [attachment.id]);
  return (
    <div class="attached-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section tabIndex={0} aria-label={attachment.name}>
        <MarkedText text={text} />
      </section>
      {onInsert && text !== "" && <LinkButton onClick={() => onInsert(text)}>{t("attachmentInsert")}</LinkButton>}
    </div>
  );
}

/** A text with marks at the characters that cannot be seen. */
function MarkedText({ text }: { text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    element.current.textContent = text;
    markHidden(element.current);
  }, [text]);
  return <span ref={element} />;
}

/** Attachments of a sent message that are shown before the user asks for all. */
const mostChips = 8;

interface AttachmentChipsProps {
  attachments: readonly Attachment[];
  /** Ids of those that an earlier message contains. */
  sent?: ReadonlySet<string>;
  onRemove?: (id: string) => void;
  /** Moves an attached text into the message. */
  onInsert?: (id: string, text: string) => void;
}

export function AttachmentChips({ attachments, sent, onRemove, onInsert }: AttachmentChipsProps) {
  const [shownId, setShownId] = useState<string | undefined>(undefined);
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = attachments.find(({ id }) => id === shownId);
  // Those of a draft can be removed, so all are there.
  const isFoldable = onRemove === undefined && attachments.length > mostChips;
  const isFolded = isFoldable && !isUnfolded;
  return (
    <>
      <div class="chips bar">
        {(isFolded ? attachments.slice(0, mostChips) : attachments).map((attachment) => {
          const { id, kind, url } = attachment;
          const isText = kind === "text" && url === undefined;
          return (
            <Chip
              key={id}
              attachment={attachment}
              isSent={sent?.has(id) === true}
              {...(isText ? { expanded: id === shownId, onToggle: () => setShownId(id === shownId ? undefined : id) } : {})}
              onRemove={onRemove && (() => onRemove(id))}
            />
          );
        })}
        {isFoldable && (
          <LinkButton aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? t("attachmentsFewer") : t("attachmentsMore", attachments.length - mostChips)}
          </LinkButton>
        )}
      </div>
      {shown && <AttachedText key={shown.id} attachment={shown} onInsert={onInsert && ((text) => onInsert(shown.id, text))} />}
    </>
  );
}

/** Pixels; twice the height in the style sheet, for high-density screens. */
const height = 72;

/** `data`: base64. Returns a data URL; rejects if the bytes are not an image. */
async function drawThumbnail(data: string, mediaType: string): Promise<string> {
  const source = new Blob([fromBase64(data)], { type: mediaType });
  const image = await createImageBitmap(source, { resizeHeight: height, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  image.close();
  const drawn = await canvas.convertToBlob({ type: "image/png" });
  return `data:image/png;base64,${await toBase64(drawn)}`;
}
