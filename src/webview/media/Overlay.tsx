/** Two images on top of each other: with a swipe slider, blended, or as a difference. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "./texts.ts";
import type { Viewport } from "./viewport.ts";
import { Zoomed, ZoomView } from "./ZoomView.tsx";

export const overlayModes = ["swipe", "onionSkin", "difference"] as const;
export type OverlayMode = (typeof overlayModes)[number];

/** The slider's label, range and initial value for each mode. */
const sliders = {
  swipe: { name: "swipeSlider", least: 0, most: 100, first: 50 },
  onionSkin: { name: "onionSkinSlider", least: 0, most: 100, first: 50 },
  difference: { name: "differenceSlider", least: 100, most: 1600, first: 100 },
} as const satisfies Record<OverlayMode, { name: Parameters<typeof t>[0]; least: number; most: number; first: number }>;

interface OverlaidImage {
  name: string;
  content: ComponentChildren;
}

interface OverlayProps {
  /** Where the edge of a swipe is first, in percent; by default in the middle. */
  edge?: number;
  mode: OverlayMode;
  first: OverlaidImage;
  second: OverlaidImage;
  view: Viewport;
  onView(view: Viewport): void;
  onFit?(fit: number): void;
}

function styleOf(mode: OverlayMode, value: number): { [property: string]: string } {
  switch (mode) {
    case "swipe":
      return { "clip-path": `inset(0 0 0 ${value}%)` };
    case "onionSkin":
      return { opacity: String(value / 100) };
    case "difference":
      return { mixBlendMode: "difference" };
  }
}

export function Overlay({ mode, edge, first, second, view, onView, onFit }: OverlayProps) {
  const [values, setValues] = useState<Partial<Record<OverlayMode, number>>>({});
  const { name, least, most, first: initial } = sliders[mode];
  const value = values[mode] ?? (mode === "swipe" ? edge : undefined) ?? initial;
  const isDifference = mode === "difference";
  return (
    <div class="overlay">
      <ZoomView
        class={isDifference ? "on-black" : ""}
        label={`${first.name}, ${second.name}`}
        {...{ view, onView }}
        {...(onFit && { onFit })}
      >
        <div class="layers" style={isDifference ? { filter: `brightness(${value}%)` } : {}}>
          <div class="layer">
            <Zoomed view={view}>{first.content}</Zoomed>
          </div>
          <div class="layer" style={styleOf(mode, value)}>
            <Zoomed view={view}>{second.content}</Zoomed>
          </div>
        </div>
        {mode === "swipe" && <span class="divider" style={{ left: `${value}%` }} />}
      </ZoomView>
      <label class="slider bar">
        <span>{t(name)}</span>
        <input
          type="range"
          // Left to right in all languages, like the images.
          dir="ltr"
          min={least}
          max={most}
          value={value}
          step={isDifference ? 100 : 1}
          aria-valuetext={t("percent", value)}
          onInput={({ currentTarget }) => setValues({ ...values, [mode]: Number(currentTarget.value) })}
        />
        <output>{t("percent", value)}</output>
      </label>
      <p class="names bar quiet" dir="ltr">
        <span>{first.name}</span> <span>{second.name}</span>
      </p>
    </div>
  );
}
