import { t } from "../../contract/translate.ts";

/** Says why a document without any text is not run. */
export const emptyDocument = (): string => t("The document is empty: write a prompt.");
