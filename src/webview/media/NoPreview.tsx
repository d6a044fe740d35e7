import type { Kind } from "../../contract/kind.ts";
import { Icon } from "../Button.tsx";
import type { IconName } from "../iconNames.ts";

const icons: Record<Kind, IconName> = { text: "file", image: "file-media", audio: "unmute", video: "device-camera-video" };

/** Why nothing is seen; the icon says what it would be. */
export function NoPreview({ kind, note }: { kind: Kind; note?: string }) {
  return (
    <span class="no-preview">
      <Icon name={icons[kind]} />
      {note !== undefined && <span>{note}</span>}
    </span>
  );
}
