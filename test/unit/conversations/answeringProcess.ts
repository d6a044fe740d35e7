/** Answers one prompt with a service, in a process that a test kills. Arguments: the folder of the store, the service's address. */
import { openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { Session } from "../../../src/conversations/session.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { conversation } from "../chat/turns.ts";
import { createTestClient } from "../client/testClient.ts";

const [folder = "", baseUrl = ""] = process.argv.slice(2);
const client = createTestClient(baseUrl);
const tasks = await openTasks({ folder, client: async () => client });
const session = new Session(conversation([]), {
  tasks: async () => tasks,
  baseUrl: async () => baseUrl,
  isDemo: () => false,
  conversations: await openConversationStore(folder),
  chooseModel: async () => "model",
  allow: async () => (body, options) => tasks.start({ interface: "v1", kind: "text", body }, { baseUrl, isResumable: true, ...options }),
  readAttachment: () => undefined,
  capabilitiesOf: () => undefined,
  readImage: () => undefined,
  keepImage: async () => undefined,
  describe: ({ kind, message }) => ({ kind, message }),
  report: () => {},
  warn: () => {},
});
session.send("Write on", []);
