/** Buttons of all panels, and icons of the codicon font. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { IconName } from "./iconNames.ts";

export function Icon({ name }: { name: IconName }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

interface IconButtonProps {
  icon: IconName;
  title: string;
  /** Shown beside the icon if the row of actions is wide enough. */
  label?: string;
  onClick: (event: MouseEvent) => void;
  pressed?: boolean;
  expanded?: boolean;
  hasMenu?: boolean;
  disabled?: boolean;
  /** Like `disabled`, but the button keeps the focus: for a button that cannot be pressed again after it was pressed. */
  atEnd?: boolean;
  class?: string;
  /** Omitted: the button can be reached with Tab. */
  tabIndex?: number;
  children?: ComponentChildren;
}

export function IconButton({
  icon,
  title,
  label,
  onClick,
  pressed,
  expanded,
  hasMenu = false,
  disabled,
  atEnd = false,
  class: name = "",
  tabIndex,
  children,
}: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button ${name}`}
      title={title}
      aria-label={title}
      aria-pressed={pressed}
      aria-expanded={expanded}
      {...(hasMenu ? { "aria-haspopup": "menu" } : {})}
      disabled={disabled}
      {...(atEnd ? { "aria-disabled": true } : {})}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onClick={(event) => atEnd || onClick(event)}
    >
      <Icon name={icon} />
      {label !== undefined && <span class="action-label">{label}</span>}
      {children}
    </button>
  );
}

type TextButtonProps = Omit<JSX.IntrinsicElements["button"], "type" | "class" | "ref">;

const createButton = (look: string) => (props: TextButtonProps) => <button type="button" class={look} {...props} />;

export const PrimaryButton = createButton("button");
export const SecondaryButton = createButton("button secondary");
/** Looks like a link. */
export const LinkButton = createButton("link-button");

/** Milliseconds for which a button confirms that it has worked. */
export const confirmedMilliseconds = 1500;

interface CopyButtonProps {
  title: string;
  label?: string;
  /** false: nothing was copied. */
  onCopy: () => boolean | Promise<boolean>;
}

/** Confirms for a moment that the content was copied. */
export function CopyButton({ title, label, onCopy }: CopyButtonProps): JSX.Element {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmedMilliseconds);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      icon={copied ? "check" : "copy"}
      title={title}
      {...(label === undefined ? {} : { label })}
      onClick={async () => setCopied(await onCopy())}
    />
  );
}
