import { useState } from "preact/hooks";
import { kindTable } from "../../contract/kind.ts";
import type { ComparedAnswer } from "../../library/comparison/comparison.ts";
import { NoPreview } from "../media/NoPreview.tsx";
import { Player } from "../media/Player.tsx";
import { t } from "./texts.ts";

type ComparedFile = ComparedAnswer["files"][number];

/** A generated file, in a cell or enlarged. Videos play only if enlarged. */
export function File({ file, large = false }: { file: ComparedFile; large?: boolean }) {
  const { kind, address, name } = file;
  const [isMissing, setMissing] = useState(false);
  const onError = () => setMissing(true);
  if (isMissing) return <NoPreview kind={kind} note={t("fileMissing")} />;
  switch (kindTable[kind].shownAs) {
    case "image":
      return (
        <img
          src={address}
          alt={large ? name : ""}
          decoding="async"
          loading={large ? "eager" : "lazy"}
          draggable={false}
          onError={onError}
        />
      );
    case "audio":
      return large ? (
        <Player kind="audio" {...{ address, name, onError }} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: generated media have no captions, only a prompt
        <audio controls preload="none" src={address} tabIndex={-1} aria-label={name} onError={onError} />
      );
    case "video":
      if (large) return <Player kind="video" {...{ address, name, onError }} />;
      return <video src={address} preload="metadata" muted playsInline tabIndex={-1} aria-hidden="true" onError={onError} />;
    case "text":
      return <NoPreview kind={kind} note={name} />;
  }
}
