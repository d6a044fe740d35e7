/** The buttons for reading an answer aloud, pausing and stopping. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import { IconButton } from "../../Button.tsx";
import type { IconName } from "../../iconNames.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import type { SpeechPlayer } from "../speech/speechPlayer.ts";

interface Action {
  icon: IconName;
  title: PanelTextName;
  run(speech: SpeechPlayer, turnId: string): void;
}

const actions: Record<"start" | "pause" | "resume", Action> = {
  start: { icon: "unmute", title: "readAloud", run: (speech, turnId) => speech.start(turnId) },
  pause: { icon: "debug-pause", title: "readPause", run: (speech) => speech.pause() },
  resume: { icon: "play", title: "readResume", run: (speech) => speech.resume() },
};

export function ReadAloud({ turnId }: { turnId: string }) {
  const { host, speech } = usePanel();
  const [, redraw] = useState(0);
  useEffect(() => speech.subscribe(() => redraw((times) => times + 1)), []);
  // Stop reading an answer that is no longer visible.
  useEffect(
    () => () => {
      if (speech.reading?.turnId === turnId) speech.stop();
    },
    [turnId],
  );
  const reading = speech.reading?.turnId === turnId ? speech.reading : undefined;
  // The same button in every state, so that it keeps the focus.
  const first = useRef<HTMLSpanElement>(null);
  const act = actions[reading === undefined ? "start" : reading.state === "paused" ? "resume" : "pause"];
  return (
    <span class={reading && "reading one-line"} ref={first}>
      <IconButton
        icon={act.icon}
        title={t(act.title)}
        {...(reading === undefined ? { label: t(act.title) } : {})}
        onClick={() => act.run(speech, turnId)}
      />
      {reading !== undefined && (
        <>
          <IconButton
            icon="debug-stop"
            title={t("readStop")}
            onClick={() => {
              first.current?.querySelector("button")?.focus();
              speech.stop();
            }}
          />
          <IconButton
            icon="settings"
            title={t("readVoice")}
            onClick={() => {
              first.current?.querySelector("button")?.focus();
              speech.stop();
              host.call("chooseVoice", { turnId });
            }}
          />
          <span class="reading-position">{t("readPosition", reading.number, reading.count)}</span>
        </>
      )}
    </span>
  );
}
