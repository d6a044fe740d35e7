import { Icon, LinkButton } from "../Button.tsx";

interface PlayerNoteProps {
  text: string;
  /** Name of the action that opens the file elsewhere. */
  action: string;
  onPlay(): void;
}

/** What cannot be heard or seen here, and what plays it. */
export function PlayerNote({ text, action, onPlay }: PlayerNoteProps) {
  return (
    <p class="player-note bar small" role="status">
      <Icon name="warning" />
      <span>{text}</span>
      <LinkButton onClick={onPlay}>{action}</LinkButton>
    </p>
  );
}
