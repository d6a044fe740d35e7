/** An image of an answer, with its actions. */
import { useState } from "preact/hooks";
import type { AnswerPart, AssistantTurn } from "../../../chat/turn.ts";
import { CopyButton, Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { copyImage } from "./copyImage.ts";
import { Lightbox } from "./Lightbox.tsx";

/** The files of all images of the answer. */
function filesOf({ parts }: AssistantTurn): string[] {
  return parts.flatMap((part) => (part.kind === "image" && part.state === "ready" && part.file !== undefined ? [part.file] : []));
}

export function GeneratedImage({ turn, part }: { turn: AssistantTurn; part: Extract<AnswerPart, { kind: "image" }> }) {
  const panel = usePanel();
  const { store, host } = panel;
  /** The file that could not be shown. The finished image has another one than its previews. */
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const [large, setLarge] = useState(false);
  const file = part.file;
  const files = filesOf(turn);
  if (part.state === "damaged" || (file !== undefined && failed === file)) {
    return (
      <div class="notice error">
        <Icon name="error" />
        <div>{t("imageDamaged")}</div>
      </div>
    );
  }
  const toImage = (name: string) => ({ source: `${store.state.imageFolder}/${name}`, file: name });
  const isReady = part.state === "ready";
  return (
    <figure class={files.length > 1 ? "image several" : "image"} data-image={isReady ? file : undefined}>
      {file === undefined ? (
        <div class="image-waiting">
          <Icon name="sparkle" /> {t("imageDrawing")}
        </div>
      ) : (
        <button type="button" class="image-open" title={t("imageOpen")} aria-label={t("imageOpen")} onClick={() => setLarge(true)}>
          <img src={`${store.state.imageFolder}/${file}`} alt={t("imageGenerated")} loading="lazy" onError={() => setFailed(file)} />
        </button>
      )}
      {file !== undefined && isReady && (
        <figcaption>
          <CopyButton title={t("imageCopy")} onCopy={() => copyImage(file, panel)} />
          <IconButton icon="save" title={t("imageSave")} onClick={() => host.post({ type: "saveImage", file })} />
          <IconButton icon="insert" title={t("imageInsert")} onClick={() => host.post({ type: "insertImage", file })} />
          <IconButton icon="references" title={t("imageUse")} onClick={() => host.post({ type: "useImage", file })} />
          <IconButton icon="edit" title={t("imageEdit")} onClick={() => host.post({ type: "editImage", file })} />
          <IconButton icon="wand" title={t("imageVariants")} onClick={() => host.post({ type: "makeVariants", file })} />
        </figcaption>
      )}
      {large && file !== undefined && <Lightbox images={files.map(toImage)} first={files.indexOf(file)} onClose={() => setLarge(false)} />}
    </figure>
  );
}
