/** Deletes messages and conversations after a confirmation and, if the user wants that, their answers on the service. */
import * as vscode from "vscode";
import { storedResponses, withDescendants } from "../../../chat/conversation/conversation.ts";
import type { Turn } from "../../../chat/conversation/turn.ts";
import type { Session } from "../../../conversations/session.ts";
import { confirmDelete } from "../../base/confirmDelete.ts";
import { deleteAnswers } from "../../service/deleteAnswers.ts";
import type { ChatServices } from "../chatServices.ts";

const { t } = vscode.l10n;

/**
 * Deletes a message and everything that follows it, in all branches. Throws ServiceError, and deletes nothing here, if the service rejects
 * the deletion.
 */
export async function deleteMessage(chat: ChatServices, session: Session, turnId: string): Promise<void> {
  const { conversation } = session;
  const gone = withDescendants(conversation, turnId);
  const turns = conversation.turns.filter(({ id }) => gone.has(id));
  if (await mayDelete(chat, describeTurns(turns.length), turns)) session.deleteTurn(turnId);
}

/** Returns whether it was deleted. Throws as `deleteMessage` does. */
export async function deleteConversation(chat: ChatServices, id: string): Promise<boolean> {
  const conversation = chat.conversation(id);
  const question = t("Delete “{0}”? This cannot be undone.", conversation?.title || t("New conversation"));
  if (!(await mayDelete(chat, question, conversation?.turns ?? []))) return false;
  await chat.deleteConversation(id);
  return true;
}

async function mayDelete({ studio }: ChatServices, question: string, turns: readonly Turn[]): Promise<boolean> {
  const stored = storedResponses(turns, Date.now());
  const deletion = await confirmDelete(question, stored.length > 0);
  if (deletion === "everywhere") await deleteAnswers(() => studio.client(), stored);
  return deletion !== undefined;
}

function describeTurns(count: number): string {
  if (count < 2) return t("Delete this message? This cannot be undone.");
  if (count === 2) return t("Delete this message and the one that follows it? This cannot be undone.");
  return t("Delete this message and the {0} that follow it? This cannot be undone.", count - 1);
}
