/** Nothing in; the ways to attach something to the prompt out. */
import { useState } from "preact/hooks";
import { Icon } from "./Button.tsx";
import { Popover } from "./Popover.tsx";
import { usePanel } from "./panel.ts";

const ways = [
  { what: "activeFile", icon: "file-code", label: "Active File" },
  { what: "selection", icon: "selection", label: "Selection" },
  { what: "picker", icon: "folder-opened", label: "Files and Pictures…" },
] as const;

export function AttachMenu() {
  const { host } = usePanel();
  const [url, setUrl] = useState("");
  return (
    <Popover title="Attach" buttonClass="icon-button" label={<Icon name="attach" />}>
      {(close) => (
        <div class="menu">
          {ways.map(({ what, icon, label }) => (
            <button
              type="button"
              key={what}
              onClick={() => {
                host.post({ type: "attach", what });
                close();
              }}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (url.trim() === "") return;
              host.post({ type: "attachUrl", url: url.trim() });
              setUrl("");
              close();
            }}
          >
            <Icon name="link" />
            <input
              type="url"
              aria-label="Address of a file"
              placeholder="https://… then Enter"
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
          </form>
        </div>
      )}
    </Popover>
  );
}
