/** Chips for the prompt document of a message, and for the fields of its request. */

import { Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";

interface DocumentChipsProps {
  name: string;
  fields: readonly { name: string; value: string }[];
  /** Number of messages in the document's dialogue before the prompt. */
  before?: number;
  /** What is sent in addition to the document itself. */
  contents?: readonly string[];
  onClose?: () => void;
}

export function DocumentChips({ name, fields, before = 0, contents = [], onClose }: DocumentChipsProps) {
  return (
    <div class="chips bar">
      <span class="chip">
        <Icon name="markdown" />
        <span class="chip-name cut" title={`/${name}`}>{`/${name}`}</span>
        {onClose !== undefined && <IconButton icon="close" title={t("promptClose", name)} onClick={onClose} />}
      </span>
      {fields.map((field) => (
        <span class="chip" key={field.name} title={`${field.name}: ${field.value}`}>
          <span class="chip-name cut">{`${field.name}: ${field.value}`}</span>
        </span>
      ))}
      {contents.map((content) => (
        <span class="chip" key={content} title={t("promptSends", content)}>
          <Icon name="attach" />
          <span class="chip-name cut">{content}</span>
        </span>
      ))}
      {before > 0 && (
        <span class="chip" title={t("promptBefore", before)}>
          <span class="chip-name cut">{t("promptBefore", before)}</span>
        </span>
      )}
    </div>
  );
}
