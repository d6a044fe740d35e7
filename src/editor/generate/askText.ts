/** A question in; what the user types out. What has led to nothing yet, since a later step was put away or refused, is proposed again. */
import { rememberTyped } from "../rememberTyped.ts";

const questions = rememberTyped();

/** @param question one that no other input asks. undefined: put away, or nothing typed. */
export async function askText(title: string, question: string): Promise<string | undefined> {
  return (await questions.ask(title, question))?.trim() || undefined;
}

/** It has led to something that can be found again: a task, a prompt document, or text in a document. */
export const forgetTyped = questions.forget;
