/** The prompt document that a message comes from, and the fields of its request, as chips. */

import { Icon, IconButton } from "../Button.tsx";
import { t } from "../texts.ts";

interface DocumentChipsProps {
  name: string;
  fields: readonly { name: string; value: string }[];
  /** Messages of the document's dialogue that are sent before. */
  before?: number;
  /** What is sent that the document itself does not say. */
  contents?: readonly string[];
  onClose?: () => void;
}

export function DocumentChips({ name, fields, before = 0, contents = [], onClose }: DocumentChipsProps) {
  return (
    <div class="chips document-chips">
      <span class="chip">
        <Icon name="markdown" />
        <span class="chip-name">{`/${name}`}</span>
        {onClose !== undefined && <IconButton icon="close" title={t("promptClose", name)} onClick={onClose} />}
      </span>
      {fields.map((field) => (
        <span class="chip" key={field.name} title={`${field.name}: ${field.value}`}>
          <span class="chip-name">{`${field.name}: ${field.value}`}</span>
        </span>
      ))}
      {contents.map((content) => (
        <span class="chip" key={content} title={t("promptSends", content)}>
          <Icon name="attach" />
          <span class="chip-name">{content}</span>
        </span>
      ))}
      {before > 0 && (
        <span class="chip">
          <span class="chip-name">{t("promptBefore", before)}</span>
        </span>
      )}
    </div>
  );
}
