interface PlayerProps {
  kind: "audio" | "video";
  address: string;
  name: string;
  onError(): void;
}

/** Audio or a video with the browser's own controls. */
export function Player({ kind, address, name, onError }: PlayerProps) {
  // What a model says or plays has no captions.
  return kind === "audio" ? (
    // biome-ignore lint/a11y/useMediaCaption: there is no text of it but its prompt
    <audio controls preload="metadata" src={address} aria-label={name} onError={onError} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: there is no text of it but its prompt
    <video controls preload="metadata" src={address} aria-label={name} onError={onError} />
  );
}
