/** An empty chat offers the engines of this machine, and a model for those without one. */
import { expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { checkAppearance } from "../checkAppearance.ts";
import { conversationOf } from "../conversations.ts";
import { openPanelPage } from "../panelPage.ts";
import { postService } from "../states.ts";

test("an engine is added, one without a model gets one, and a provider cannot be dismissed", async () => {
  const panel = await openPanelPage(await sharedBrowser(), { width: 400 });
  try {
    await postService(panel);
    await panel.show(conversationOf([]));
    await panel.post({
      type: "engines",
      engines: [
        { name: "ollama", label: "ollama", models: 0, isConfigured: true },
        { name: "lmstudio", label: "LM Studio", models: 0 },
        { name: "kokoro", label: "Kokoro", models: 2 },
      ],
    });
    // Above the suggestions, so that it is seen without scrolling.
    const top = async (text: string) => (await panel.page.getByText(text).first().boundingBox())?.y ?? Number.NaN;
    expect(await top(panel.say("useEngine", "Kokoro"))).toBeLessThan(await top(panel.say("suggestionDraw")));
    await panel.page.getByText(panel.say("getModelFor", "ollama")).click();
    expect(await panel.waitFor("getModel")).toMatchObject({ name: "ollama" });
    await panel.page.getByText(panel.say("useEngine", "Kokoro")).click();
    expect(await panel.waitFor("addEngine")).toMatchObject({ name: "kokoro" });
    expect(await panel.page.getByRole("button", { name: panel.say("dismissEngine", "ollama") }).count()).toBe(0);
    expect(await panel.page.getByRole("button", { name: panel.say("dismissEngine", "LM Studio") }).count()).toBe(1);
    await checkAppearance(panel, "chat", "engines of an empty chat");
  } finally {
    await panel.close();
  }
});
