/** The reference images, as thumbnails. */
import type { RequestForm } from "../../requestForm/requestForm.ts";
import { Icon, IconButton, SecondaryButton } from "../Button.tsx";
import type { Host } from "./host.ts";
import { Group } from "./Labelled.tsx";
import { t } from "./texts.ts";

interface ReferencesProps {
  host: Host;
  references: NonNullable<RequestForm["references"]>;
  error: string | undefined;
}

export function References({ host, references: { images, hint, isFull }, error }: ReferencesProps) {
  return (
    <Group id="references" label={t("references")} hint={hint} error={error}>
      {images.length > 0 && (
        <ul class="images list">
          {images.map(({ id, name, source }) => (
            <li key={id} title={name}>
              {source === undefined ? <Icon name="globe" /> : <img src={source} alt="" />}
              <span class="image-name cut small">{name}</span>
              <IconButton icon="close" title={t("removeImage", name)} onClick={() => host.call("removeImage", { id })} />
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <div class="bar">
          <SecondaryButton onClick={() => host.call("chooseImages")}>{t("chooseImages")}</SecondaryButton>
          <input
            type="text"
            class="text"
            aria-label={t("addressOfImage")}
            placeholder={t("dropImages")}
            title={t("dropFromExplorer")}
            onChange={({ currentTarget }) => {
              const address = currentTarget.value.trim();
              if (address === "") return;
              currentTarget.value = "";
              host.call("addImages", { uris: [address] });
            }}
          />
        </div>
      )}
    </Group>
  );
}
