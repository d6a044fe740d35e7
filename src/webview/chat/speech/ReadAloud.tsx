/** The buttons that read an answer aloud, pause and stop. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../texts.ts";
import { IconButton } from "../Button.tsx";
import { usePanel } from "../panel.ts";

export function ReadAloud({ turnId }: { turnId: string }) {
  const { host, speech } = usePanel();
  const [, redraw] = useState(0);
  useEffect(() => speech.subscribe(() => redraw((times) => times + 1)), []);
  // An answer that is not shown any more is not read on.
  useEffect(
    () => () => {
      if (speech.reading?.turnId === turnId) speech.stop();
    },
    [turnId],
  );
  const { reading } = speech;
  if (reading?.turnId !== turnId) return <IconButton icon="unmute" title={t("readAloud")} onClick={() => speech.start(turnId)} />;
  const isPaused = reading.state === "paused";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a style and a layout of its own
    <span class="reading" role="group" aria-label={t("readAloud")}>
      <IconButton
        icon={isPaused ? "play" : "debug-pause"}
        title={t(isPaused ? "readResume" : "readPause")}
        onClick={() => (isPaused ? speech.resume() : speech.pause())}
      />
      <IconButton icon="debug-stop" title={t("readStop")} onClick={() => speech.stop()} />
      <IconButton
        icon="settings"
        title={t("readVoice")}
        onClick={() => {
          speech.stop();
          host.post({ type: "chooseVoice", turnId });
        }}
      />
      <span class="reading-position">{t("readPosition", reading.number, reading.count)}</span>
    </span>
  );
}
