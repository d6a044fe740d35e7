/** What is sent after the service has refused a message. */
import { expect, test } from "vitest";
import { defaultSettings } from "../../../src/chat/conversation/turn.ts";
import { conversation } from "../chat/turns.ts";
import { jsonAnswer, streamAnswer } from "../client/http/rawServer.ts";
import { begun, ended, last, openSessionRun, settled } from "./sessionRun.ts";

const { withSession } = openSessionRun();
const photo = { id: "i", name: "photo.png", kind: "image" as const, mediaType: "image/png", size: 4 };

test.each([
  [402, "insufficient_quota"],
  [401, "invalid_api_key"],
  [400, "invalid_request"],
  [404, "model_not_found"],
  [418, "teapot"],
])("a message that failed with %d is tried again with the same text and files", async (status, code) => {
  const refused = jsonAnswer(status, { error: { message: "No", type: "x", code, param: null } });
  await withSession(
    conversation([]),
    (_, index) => (index === 0 ? refused : streamAnswer([begun, ended("Now")])),
    async (session, requests) => {
      session.send("Look at this", [photo]);
      await settled(session, "failed");
      session.regenerate(last(session).id);
      await settled(session, "completed");
      expect(JSON.parse(requests[1]?.body ?? "").input).toEqual(JSON.parse(requests[0]?.body ?? "").input);
      expect(requests[1]?.body).toContain("data:image/png;base64,AAAA");
      expect(requests[1]?.body).toContain("Look at this");
    },
    { readAttachment: () => ({ base64: "AAAA" }) },
  );
});

test("images that the model has refused are not sent to it again, also those that another model has answered", async () => {
  const refused = jsonAnswer(400, { error: { message: "m does not support images", type: "x", code: "invalid_request", param: null } });
  await withSession(
    { ...conversation([]), settings: { ...defaultSettings, model: "sees" } },
    (_, index) => (index === 1 ? refused : streamAnswer([begun, ended("Now")])),
    async (session, requests) => {
      session.send("Look at this", [photo]);
      await settled(session, "completed");
      session.change({ type: "settingsChanged", settings: { ...defaultSettings, model: "m" } });
      session.send("And now?", []);
      await settled(session, "failed");
      session.regenerate(last(session).id);
      await settled(session, "completed");
      expect(requests.map(({ body }) => body.includes("data:image"))).toEqual([true, true, false]);
      expect(requests[2]?.body).toContain("And now?");
      expect(last(session).leftOut).toEqual([photo.name]);
    },
    { readAttachment: () => ({ base64: "AAAA" }) },
  );
});

test("a message that was refused because of its tools is answered without them the next time, and the answer says so", async () => {
  const refused = jsonAnswer(400, { error: { message: "llama3 does not support tools", type: "x", code: "invalid_request", param: null } });
  await withSession(
    { ...conversation([]), settings: { ...defaultSettings, model: "llama3", webSearch: true } },
    (_, index) => (index === 0 ? refused : streamAnswer([begun, ended("Now")])),
    async (session, requests) => {
      session.send("What is new?", []);
      await settled(session, "failed");
      session.regenerate(last(session).id);
      await settled(session, "completed");
      expect(requests.map(({ body }) => body.includes("web_search"))).toEqual([true, false]);
      expect(last(session).settingsLeftOut).toEqual(["webSearch"]);
      expect(session.requestOf(last(session).id)).not.toHaveProperty("tools");
      expect(session.conversation.settings.webSearch).toBe(true);
      session.regenerate(last(session).id, "other");
      await expect.poll(() => requests.length).toBe(3);
      await settled(session, "completed");
      expect(requests[2]?.body).toContain("web_search");
    },
  );
});
