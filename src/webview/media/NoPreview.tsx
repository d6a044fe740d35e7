import type { Kind } from "../../contract/kind.ts";
import { Icon } from "../Button.tsx";
import type { IconName } from "../iconNames.ts";

const icons: Record<Kind, IconName> = { text: "file", image: "file-media", audio: "unmute", video: "device-camera-video" };

/** Explains why there is no preview; the icon shows the kind. */
export function NoPreview({ kind, note }: { kind: Kind; note?: string }) {
  return (
    <span class="no-preview">
      <Icon name={icons[kind]} />
      {note !== undefined && <span>{note}</span>}
    </span>
  );
}
