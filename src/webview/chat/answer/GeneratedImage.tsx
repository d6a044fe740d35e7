/** An image of an answer, with its actions. */
import { useState } from "preact/hooks";
import type { AssistantTurn } from "../../../chat/conversation/turn.ts";
import type { OutputPart } from "../../../output/outputPart.ts";
import { CopyButton, Icon, IconButton } from "../../Button.tsx";
import { MoreActions } from "../../MoreActions.tsx";
import { copyImage } from "../../media/copyImage.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { Lightbox } from "./Lightbox.tsx";

/** The files of all images of the answer. */
function filesOf({ parts }: AssistantTurn): string[] {
  return parts.flatMap((part) => (part.kind === "image" && part.state === "ready" && part.file !== undefined ? [part.file] : []));
}

export function GeneratedImage({ turn, part }: { turn: AssistantTurn; part: Extract<OutputPart, { kind: "image" }> }) {
  const { store, host } = usePanel();
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
  const toImage = (name: string) => ({
    source: `${store.state.imageFolder}/${name}`,
    file: name,
    open: () => host.call("openImage", { file: name }),
  });
  const isReady = part.state === "ready";
  return (
    <figure class={files.length > 1 ? "image several" : "image"} data-image={isReady ? file : undefined}>
      {file === undefined ? (
        <div class="image-waiting quiet">
          <Icon name="sparkle" /> {t("imageDrawing")}
        </div>
      ) : (
        <button type="button" class="image-open" title={t("imageOpen")} aria-label={t("imageOpen")} onClick={() => setLarge(true)}>
          <img src={`${store.state.imageFolder}/${file}`} alt={t("imageGenerated")} loading="lazy" onError={() => setFailed(file)} />
        </button>
      )}
      {file !== undefined && isReady && (
        <figcaption class="labelled-actions">
          <span class="image-actions">
            <CopyButton
              title={t("imageCopy")}
              label={t("copy")}
              onCopy={() => copyImage(`${store.state.imageFolder}/${file}`, () => host.call("imageNotCopied", { file }))}
            />
            <IconButton icon="save" title={t("imageSave")} label={t("save")} onClick={() => host.call("saveImage", { file })} />
            <IconButton icon="insert" title={t("imageInsert")} label={t("insertLink")} onClick={() => host.call("insertImage", { file })} />
            <IconButton icon="edit" title={t("imageEdit")} label={t("edit")} onClick={() => host.call("editImage", { file })} />
            <MoreActions
              title={t("moreActions")}
              actions={[
                { icon: "zoom-in", label: t("action.upscale"), act: () => host.call("upscaleImage", { file }) },
                { icon: "references", label: t("imageUse"), act: () => host.call("useImage", { file }) },
                { icon: "wand", label: t("imageVariants"), act: () => host.call("makeVariants", { file }) },
              ]}
            />
          </span>
        </figcaption>
      )}
      {large && file !== undefined && <Lightbox images={files.map(toImage)} first={files.indexOf(file)} onClose={() => setLarge(false)} />}
    </figure>
  );
}
