/** Asks for a text. If a later step is cancelled or fails, the text is suggested again. */
import { rememberTyped } from "../base/rememberTyped.ts";

const questions = rememberTyped();

/** @param question Unique among all input boxes. @param example What the box begins with. undefined: cancelled, or nothing typed. */
export async function askText(title: string, question: string, example?: string): Promise<string | undefined> {
  return (await questions.ask(title, question, undefined, example))?.trim() || undefined;
}

/** Called when the text was used: it is now in a task, a prompt document, or a document. */
export const forgetTyped = questions.forget;
