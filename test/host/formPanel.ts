/** The form of a request with a test in linkHint of its page. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { createState, type State } from "../../src/editor/base/state.ts";
import { allowedGenerations } from "../../src/editor/requests/budget.ts";
import { showForm } from "../../src/editor/requests/form/fillRequestForm.ts";
import { FormDraft } from "../../src/editor/requests/form/formDraft.ts";
import type { FormRequest, FormSource } from "../../src/editor/requests/form/formRequest.ts";
import { ServiceCatalogue } from "../../src/editor/service/modelCatalogue.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { formProtocol } from "../../src/requestForm/formProtocol.ts";
import type { RequestForm } from "../../src/requestForm/requestForm.ts";
import { callHost, type HostCall } from "./callHost.ts";
import { createMemento } from "./memento.ts";
import { otherKey, startOtherService } from "./otherService.ts";

/** A studio of its own, with the models of a real service. */
export async function openFormSource(): Promise<{ source: FormSource & { state: State }; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-form-"));
  const service = await startOtherService({ superset: true });
  const client = createServiceClient({ baseUrl: service.url, key: async () => otherKey });
  const state = createState(createMemento(), createMemento());
  const tasks = await openTasks({ folder, client: async () => client });
  const models = new ServiceCatalogue(async () => client, state);
  return {
    source: {
      state,
      models,
      isDemo: () => true,
      tasks: async () => tasks,
      generations: async (allowance) =>
        allowedGenerations(allowance, { models, state, client: async () => client, openTasks: async () => tasks }),
      connection: async () => ({ baseUrl: service.url, isBuiltIn: false }),
      context: { extensionUri: vscode.Uri.file("/extension") },
    },
    async close() {
      await tasks.close();
      await service.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function openForm(source: FormSource, request: Partial<FormRequest>) {
  const page = callHost(formProtocol);
  const disposed = new vscode.EventEmitter<void>();
  const never = new vscode.EventEmitter<never>().event;
  const panel: vscode.WebviewPanel = {
    viewType: "requestForm",
    title: "",
    options: {},
    viewColumn: undefined,
    active: true,
    visible: true,
    onDidChangeViewState: never,
    onDidDispose: disposed.event,
    reveal: () => undefined,
    dispose: () => disposed.fire(),
    webview: {
      options: {},
      html: "",
      cspSource: "",
      asWebviewUri: (uri) => uri,
      onDidReceiveMessage: page.onDidSend,
      postMessage: page.receive,
    },
  };
  const whole: FormRequest = { kind: "image", prompts: ["A buoy"], given: {}, ...request };
  const draft = await FormDraft.begin(source, whole);
  const filled = showForm(source, whole, draft, panel);

  page.send({ type: "ready" });

  return {
    filled,
    panel,
    post: (call: HostCall<typeof formProtocol>) => void page.send(call),
    close: () => panel.dispose(),
    /** Resolves with the form as it is then shown. */
    async show(call: HostCall<typeof formProtocol> = { type: "ready" }): Promise<RequestForm> {
      const shown = page.next((push) => (push.type === "form" ? push.form : undefined));
      page.send(call);
      return shown;
    },
    async check(call: HostCall<typeof formProtocol>) {
      const checked = page.next((push) => (push.type === "checked" ? push : undefined));
      const reply = await page.send(call);
      const isRefused = typeof reply === "object" && !reply.isAccepted;
      return { ...(await checked), isRefused };
    },
  };
}
