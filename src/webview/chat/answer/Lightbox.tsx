/** Shows an answer's images enlarged, one at a time, over the whole panel. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CopyButton, IconButton } from "../../Button.tsx";
import { copyImage } from "../../media/copyImage.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

/** One of the chat's images, by the file name from the host; or a task's file or a diagram. */
type LargeImage = { source: string; open?: () => void } & ({ file: string } | { file?: undefined; uri: string | undefined });

interface LightboxProps {
  images: readonly LargeImage[];
  first: number;
  onClose: () => void;
}

/** Factors relative to the size that fits. */
const zooms = [1, 1.5, 2, 3, 4] as const;

/** A modal dialog of the browser: it keeps the focus, returns it on closing, and Escape closes it. */
export function Lightbox({ images, first, onClose }: LightboxProps) {
  const { host } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(first);
  const [zoom, setZoom] = useState(0);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const image = images[index];
  const file = image?.file;
  const uri = image?.file === undefined ? image?.uri : undefined;
  const changeZoom = (by: number) => setZoom((now) => Math.min(zooms.length - 1, Math.max(0, now + by)));
  const goBy = (by: number) => {
    setIndex((now) => (now + by + images.length) % images.length);
    setZoom(0);
  };
  const several = images.length > 1;
  /** For actions that continue in the input. */
  const prepare = (call: () => void) => {
    call();
    dialog.current?.close();
  };
  /** Returns whether the key was handled. If the image is enlarged, the arrow keys scroll it. */
  const press = (key: string): boolean => {
    switch (key) {
      case "+":
        changeZoom(1);
        return true;
      case "-":
        changeZoom(-1);
        return true;
      case "0":
        setZoom(0);
        return true;
      case "ArrowLeft":
      case "ArrowRight":
        if (!several || zoom > 0) return false;
        goBy(key === "ArrowLeft" ? -1 : 1);
        return true;
      default:
        return false;
    }
  };
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      data-image={file}
      aria-label={t("imageLarge", index + 1, images.length)}
      onClose={onClose}
      onKeyDown={(event) => {
        // Elements behind the dialog must not handle its keys.
        event.stopPropagation();
        if (!event.ctrlKey && !event.metaKey && !event.altKey && press(event.key)) event.preventDefault();
      }}
    >
      <div class="lightbox-bar bar">
        {several && <IconButton icon="chevron-left" title={t("imagePrevious")} onClick={() => goBy(-1)} />}
        {several && <span role="status">{t("imagePosition", index + 1, images.length)}</span>}
        {several && <IconButton icon="chevron-right" title={t("imageNext")} onClick={() => goBy(1)} />}
        <IconButton icon="zoom-out" title={t("zoomOut")} atEnd={zoom === 0} onClick={() => changeZoom(-1)} />
        <IconButton icon="zoom-in" title={t("zoomIn")} atEnd={zoom === zooms.length - 1} onClick={() => changeZoom(1)} />
        {file !== undefined && (
          <>
            <CopyButton
              key={file}
              title={t("imageCopy")}
              onCopy={() => copyImage(image?.source ?? "", () => host.call("imageNotCopied", { file }))}
            />
            <IconButton icon="references" title={t("imageUse")} onClick={() => prepare(() => host.call("useImage", { file }))} />
            <IconButton icon="wand" title={t("imageVariants")} onClick={() => prepare(() => host.call("makeVariants", { file }))} />
          </>
        )}
        {uri !== undefined && (
          <IconButton icon="references" title={t("imageUse")} onClick={() => prepare(() => host.call("attachPath", { path: uri }))} />
        )}
        {image?.open !== undefined && <IconButton icon="go-to-file" title={t("imageOpenEditor")} onClick={image.open} />}
        <IconButton icon="close" title={t("close")} onClick={() => dialog.current?.close()} />
      </div>
      <div class="lightbox-view fill" tabIndex={zoom === 0 ? undefined : 0}>
        <img
          key={image?.source}
          src={image?.source}
          alt={t("imageGenerated")}
          data-zoom={zooms[zoom]}
          style={{ width: `${(zooms[zoom] ?? 1) * 100}%`, height: `${(zooms[zoom] ?? 1) * 100}%` }}
        />
      </div>
    </dialog>
  );
}
