/** A conversation, or a message of one, in; whether the user wants it deleted, once asked, out. */
import * as vscode from "vscode";
import { type Conversation, withDescendants } from "../../chat/conversation.ts";
import { confirm } from "../report.ts";

/** @param title "" where it has none. */
export function mayDeleteConversation(title: string): Promise<boolean> {
  const { t } = vscode.l10n;
  return confirm(t("Delete “{0}”? This cannot be undone.", title || t("New conversation")), t("Delete"));
}

/** With a message goes what follows it, in every branch. */
export function mayDeleteTurn(conversation: Conversation, turnId: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const following = withDescendants(conversation, turnId).size - 1;
  const questions = [
    t("Delete this message? This cannot be undone."),
    t("Delete this message and the one that follows it? This cannot be undone."),
  ];
  const question = questions[following] ?? t("Delete this message and the {0} that follow it? This cannot be undone.", following);
  return confirm(question, t("Delete"));
}
