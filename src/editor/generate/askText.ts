/** Asks for a text. What has led to nothing yet, since a later step was cancelled or refused, is proposed again. */
import { rememberTyped } from "../rememberTyped.ts";

const questions = rememberTyped();

/** @param question one that no other input asks. undefined: cancelled, or nothing typed. */
export async function askText(title: string, question: string): Promise<string | undefined> {
  return (await questions.ask(title, question))?.trim() || undefined;
}

/** It has led to something that can be found again: a task, a prompt document, or text in a document. */
export const forgetTyped = questions.forget;
