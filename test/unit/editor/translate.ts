/** The English texts, unchanged. */
import type { Translate } from "../../../src/client/errors/describeError.ts";

export const translate: Translate = (message, ...values) => message.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
