/** Answers one prompt with a service, in a process that a test kills. Arguments: the folder of the store, the service's address. */
import { openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { Session } from "../../../src/conversations/session.ts";
import { conversation } from "../chat/turns.ts";
import { createTestClient } from "../client/testClient.ts";
import { startUnrecorded } from "../generations/startUnrecorded.ts";

const [folder = "", baseUrl = ""] = process.argv.slice(2);
const client = createTestClient(baseUrl);
const session = new Session(conversation([]), {
  client: async () => client,
  isDemo: () => false,
  conversations: await openConversationStore(folder),
  chooseModel: async () => "model",
  allow: async () => startUnrecorded(client),
  readAttachment: () => undefined,
  capabilitiesOf: () => undefined,
  readImage: () => undefined,
  keepImage: async () => undefined,
  describe: ({ kind, message }) => ({ kind, message }),
  report: () => {},
  warn: () => {},
});
session.send("Write on", []);
