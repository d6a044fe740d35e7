/** Adds pixels to the sides of the canvas. */
import { useState } from "preact/hooks";
import { mostPixels } from "../../imageEditor/imageEditorProtocol.ts";
import { type CanvasExtension, extendedSize, readPixels } from "../../imageEditor/mask/canvasExtension.ts";
import { t } from "./texts.ts";

interface ExtendCanvasProps {
  /** Of the image, without the extension. */
  image: { width: number; height: number };
  extension: CanvasExtension;
  onExtend(extension: CanvasExtension): void;
}

const sides = [
  ["top", "extendTop", "height"],
  ["right", "extendRight", "width"],
  ["bottom", "extendBottom", "height"],
  ["left", "extendLeft", "width"],
] as const;

export function ExtendCanvas({ image, extension, onExtend }: ExtendCanvasProps) {
  const [error, setError] = useState<{ side: keyof CanvasExtension; text: string } | undefined>(undefined);

  function change(side: keyof CanvasExtension, along: "width" | "height", text: string): void {
    const pixels = readPixels(text, image[along]);
    const next = { ...extension, [side]: pixels ?? 0 };
    const { width, height } = extendedSize(image, next);
    const isTooLarge = width * height > mostPixels;
    if (pixels === undefined) setError({ side, text: t("extendInvalid") });
    else setError(isTooLarge ? { side, text: t("extendTooLarge", mostPixels / 1_000_000) } : undefined);
    if (pixels !== undefined && !isTooLarge && pixels !== extension[side]) onExtend(next);
  }

  return (
    <details class="extend" open={Object.values(extension).some((pixels) => pixels > 0)}>
      <summary>{t("extend")}</summary>
      <p class="quiet" id="extend-help">
        {t("extendHelp")}
      </p>
      <div class="sides">
        {sides.map(([side, title, along]) => (
          <label key={side} class="field">
            <span>{t(title)}</span>
            <input
              class="text"
              type="text"
              // Changed by typing, and when the canvas changes.
              key={extension[side]}
              defaultValue={extension[side] === 0 ? "" : String(extension[side])}
              placeholder="0"
              aria-invalid={error?.side === side}
              aria-describedby={error?.side === side ? "extend-error" : "extend-help"}
              onChange={({ currentTarget }) => change(side, along, currentTarget.value)}
            />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p class="failure" id="extend-error" role="alert">
          {error.text}
        </p>
      )}
    </details>
  );
}
