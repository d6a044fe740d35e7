interface PlayerProps {
  kind: "audio" | "video";
  address: string;
  name: string;
  onError(): void;
}

/** Audio or video with the browser's own controls. */
export function Player({ kind, address, name, onError }: PlayerProps) {
  // Generated media have no captions.
  return kind === "audio" ? (
    // biome-ignore lint/a11y/useMediaCaption: generated media have no captions, only a prompt
    <audio controls preload="metadata" src={address} aria-label={name} onError={onError} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: generated media have no captions, only a prompt
    <video controls preload="metadata" src={address} aria-label={name} onError={onError} />
  );
}
