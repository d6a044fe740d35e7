/** The preview of a file, in a cell or enlarged. */
import { useEffect, useRef, useState } from "preact/hooks";
import { kindTable } from "../../contract/kind.ts";
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { NoPreview } from "../media/NoPreview.tsx";
import { Player } from "../media/Player.tsx";
import { PlayerNote } from "../media/PlayerNote.tsx";
import { usePanel } from "./panel.ts";
import { t } from "./texts.ts";
import { barCount } from "./waveforms.ts";

/** Width in CSS pixels at which images from the host are decoded. */
const copyWidth = { cell: 480, large: 1600 };

/** An image from the host, decoded off the main thread at its display size. */
function DrawnImage({ entry, large, onMissing }: { entry: PanelEntry; large: boolean; onMissing: () => void }) {
  const { store, thumbnails } = usePanel();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const data = await store.content(entry.number);
      if (data === undefined) return onMissing();
      const whole = new Blob([data], { type: entry.mediaType });
      const resizeWidth = copyWidth[large ? "large" : "cell"];
      const bitmap = await createImageBitmap(whole, { resizeWidth, resizeQuality: "medium" });
      if (isGone || canvas.current === null) return bitmap.close();
      canvas.current.width = bitmap.width;
      canvas.current.height = bitmap.height;
      canvas.current.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
      await thumbnails.make(entry, data).catch(() => undefined);
    };
    draw().catch(() => isGone || onMissing());
    return () => {
      isGone = true;
    };
  }, [entry.number, large]);
  return <canvas ref={canvas} />;
}

/** The thumbnail of an image, if there is one; else the image itself, of which a thumbnail is made once it has stayed visible. */
function CellImage({ entry, onMissing }: { entry: PanelEntry; onMissing: () => void }) {
  const { thumbnails } = usePanel();
  const [isGone, setGone] = useState(false);
  const { source, number } = entry;
  const thumbnail = isGone ? undefined : entry.thumbnail;
  const isWithout = thumbnail === undefined && source !== "content";
  useEffect(() => {
    if (!isWithout) return;
    const timer = setTimeout(() => void thumbnails.make(entry).catch(() => undefined), lookedAtMilliseconds);
    return () => clearTimeout(timer);
  }, [number, isWithout]);
  if (thumbnail !== undefined) return <img src={thumbnail} alt="" decoding="async" draggable={false} onError={() => setGone(true)} />;
  if (source === undefined || source === "content") return <DrawnImage entry={entry} large={false} onMissing={onMissing} />;
  return <img src={source.address} alt="" decoding="async" draggable={false} onError={onMissing} />;
}

/** The address of a file. For content from the host, a blob URL that is revoked with the component. */
function useAddress(entry: PanelEntry, isWanted: boolean, onMissing: () => void): string | undefined {
  const { store } = usePanel();
  const [copy, setCopy] = useState<string | undefined>(undefined);
  const { source, number, mediaType } = entry;
  useEffect(() => {
    if (source !== "content" || !isWanted) return;
    let made: string | undefined;
    let isGone = false;
    void store.content(number).then((data) => {
      if (isGone) return;
      if (data === undefined) return onMissing();
      made = URL.createObjectURL(new Blob([data], { type: mediaType }));
      setCopy(made);
    });
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [number, source, isWanted]);
  return source === "content" ? copy : source?.address;
}

/** A thumbnail is only needed the next time, so it is made once scrolling has stopped. */
const lookedAtMilliseconds = 1000;

/** Creating a player takes milliseconds, so none is created for results that are scrolled past. */
const settledMilliseconds = 150;

/** Plays while the pointer is on it. */
function CellVideo({ entry, plays, onMissing }: { entry: PanelEntry; plays: boolean; onMissing: () => void }) {
  const [isWanted, setWanted] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  if (plays && !isWanted) setWanted(true);
  const address = useAddress(entry, isWanted, onMissing);
  const isShown = address !== undefined && isSettled;
  useEffect(() => {
    const shown = video.current;
    if (shown === null || !plays) return;
    shown.play().catch(() => undefined);
    return () => {
      shown.pause();
      shown.currentTime = 0;
    };
  }, [plays, isShown]);
  if (!isShown) return <NoPreview kind={entry.kind} />;
  return <video ref={video} src={address} preload="metadata" muted loop playsInline tabIndex={-1} aria-hidden="true" onError={onMissing} />;
}

/** Shows an icon until the waveform of the audio is known. */
function CellAudio({ entry }: { entry: PanelEntry }) {
  const { waveforms } = usePanel();
  const [waveform, setWaveform] = useState(waveforms.known(entry));
  useEffect(() => {
    if (waveform !== undefined) return;
    let isGone = false;
    const timer = setTimeout(async () => {
      const found = await waveforms.of(entry);
      if (!isGone) setWaveform(found);
    }, settledMilliseconds);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [entry.number]);
  if (waveform === undefined) return <NoPreview kind={entry.kind} />;
  const line = waveform.map((peak, bar) => {
    const height = Math.max(1, peak * 40);
    return `M${bar * 2 + 1} ${50 - height}V${50 + height}`;
  });
  return (
    <svg class="waveform fill" viewBox={`0 0 ${barCount * 2} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={line.join("")} />
    </svg>
  );
}

interface LargeMediaProps {
  entry: PanelEntry;
  unheard: string | undefined;
  isUnreadable: boolean;
  onMissing: () => void;
}

function LargeMedia({ entry, unheard, isUnreadable, onMissing }: LargeMediaProps) {
  const { host } = usePanel();
  const { kind, number, name } = entry;
  const address = useAddress(entry, !isUnreadable, onMissing);
  const text = unheard === undefined ? t("fileUnplayed") : t("soundUnheard", unheard);
  const shownAs = kindTable[kind].shownAs === "audio" ? "audio" : "video";
  return (
    <>
      {address === undefined || isUnreadable ? (
        <NoPreview kind={kind} />
      ) : (
        <Player kind={shownAs} address={address} name={name} onError={onMissing} />
      )}
      {(isUnreadable || unheard !== undefined) && (
        <PlayerNote text={text} action={t("action.play")} onPlay={() => host.call("act", { number, action: "play" })} />
      )}
    </>
  );
}

/** A key that changes with the location, so that a failed preview is tried again. */
export function previewKey({ number, source, isMissing }: PanelEntry): string {
  return JSON.stringify([number, source, isMissing]);
}

interface PreviewProps {
  entry: PanelEntry;
  large?: boolean;
  /** Inside a button with another action, so nothing plays. */
  still?: boolean;
  /** A video in a cell plays. */
  plays?: boolean;
  /** Large: the codec of its sound, which VS Code cannot play. */
  unheard?: string | undefined;
}

export function Preview({ entry, large = false, still = false, plays = false, unheard }: PreviewProps) {
  const { host } = usePanel();
  const [isUnreadable, setUnreadable] = useState(false);
  const { kind, source, isMissing } = entry;
  const { shownAs } = kindTable[kind];
  const onMissing = () => {
    setUnreadable(true);
    host.call("cannotShow", { number: entry.number });
  };
  if (still && (isMissing === true || isUnreadable || shownAs === "video")) return <NoPreview kind={kind} />;
  if (isMissing === true) return <NoPreview kind={kind} note={t("missing")} />;
  const isPlayed = large && (shownAs === "audio" || shownAs === "video");
  if (isUnreadable && !isPlayed) return <NoPreview kind={kind} note={t("fileMissing")} />;
  if (source === undefined) return <NoPreview kind={kind} {...(large ? { note: t("noPreview") } : {})} />;
  switch (shownAs) {
    case "image":
      if (!large) return <CellImage entry={entry} onMissing={onMissing} />;
      if (source === "content") return <DrawnImage entry={entry} large onMissing={onMissing} />;
      return <img src={source.address} alt={entry.name} decoding="async" draggable={false} onError={onMissing} />;
    case "video":
      return large ? <LargeMedia {...{ entry, unheard, isUnreadable, onMissing }} /> : <CellVideo {...{ entry, plays, onMissing }} />;
    case "audio":
      return large ? <LargeMedia {...{ entry, unheard, isUnreadable, onMissing }} /> : <CellAudio entry={entry} />;
    case "text":
      return <NoPreview kind={kind} />;
  }
}
