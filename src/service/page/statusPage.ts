/** The routes of the status page: server-rendered, without scripts. Only the command line adds it. */
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { ApiError } from "../apiError.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import type { Service } from "../service.ts";
import { deleteTask } from "../work/findTask.ts";
import { type Html, icon, iconPath, pageDocument, pageHeaders } from "./document.ts";
import { amountFormat } from "./formatValues.ts";
import { listProviders, modelsSection } from "./modelsSection.ts";
import { createPageSessions, isOwnForm, keepSession, type PageSession } from "./pageSessions.ts";
import { foreignForm, readForm } from "./readForm.ts";
import { styleSheet, styleSheetPath } from "./styleSheet.ts";
import { isNotice, type Notice, readTaskPosition, tasksSection, writePosition } from "./tasksSection.ts";
import { fillDays, firstDay, usageSection } from "./usageSection.ts";

type PageContext = Context<RouteEnvironment>;

/** Number of tasks on one page. */
const pageLength = 20;

/** `unit`: of amounts. */
export function statusPage(service: Service, unit: string): Hono<RouteEnvironment> {
  const { accounts, settings } = service;
  const formatAmount = amountFormat(unit);
  const sessions = createPageSessions(accounts, service.store, settings.clock);

  /** Reads a form of a session's page. undefined: there is no session. Throws if another page sent it. */
  async function readOwnForm(context: PageContext): Promise<{ form: URLSearchParams; session: PageSession } | undefined> {
    const form = await readForm(context, settings);
    const session = await sessions.read(context);
    if (session && !isOwnForm(session, form.get("token"))) throw foreignForm();
    return session && { form, session };
  }

  return new Hono<RouteEnvironment>()
    .get("/", async (context) => {
      const session = await sessions.read(context);
      return send(session ? await overview(service, context, session, formatAmount) : signInPage());
    })
    .post("/sign-in", async (context) => {
      const key = (await readForm(context, settings)).get("key")?.trim() ?? "";
      const caller = await Promise.resolve(service.authenticate(`Bearer ${key}`, context.env)).catch(asApiError);
      if (caller instanceof ApiError) return send(signInPage(caller.message), caller);
      if (!caller) return send(signInPage("This key is not valid. It may have been replaced by a new one."), { status: 401 });
      return leadTo(context, await sessions.begin(context, caller.account));
    })
    .post("/sign-out", async (context) => {
      if (await readOwnForm(context)) await sessions.end(context);
      return leadTo(context, "/");
    })
    .post("/tasks/delete", async (context) => {
      const own = await readOwnForm(context);
      if (!own) return leadTo(context, "/");
      const before = readTaskPosition(own.form.get("before"));
      const isDeleted = await deleteTask(service, own.form.get("id") ?? "", own.session.caller.account);
      const notice: Notice = isDeleted ? "deleted" : "gone";
      const shown = `/?notice=${notice}${before ? `&before=${encodeURIComponent(writePosition(before))}` : ""}#tasks`;
      return leadTo(context, keepSession(context, shown));
    })
    .get(styleSheetPath, (context) => sendAsset(context, styleSheet, "text/css; charset=utf-8"))
    .get(iconPath, (context) => sendAsset(context, icon, "image/svg+xml"))
    .onError((error, context) => {
      if (error instanceof ApiError) return send(errorPage(error.message, keepSession(context, "/")), error);
      throw error;
    });
}

async function overview(
  service: Service,
  context: PageContext,
  session: PageSession,
  formatAmount: (amount: number) => string,
): Promise<Html> {
  const { accounts, store, catalogue, settings } = service;
  const { caller, formToken } = session;
  const now = settings.clock.now();
  const before = readTaskPosition(context.req.query("before"));
  const notice = context.req.query("notice") ?? "";
  const [usage, { balance, bonus, referral }, providers, found] = await Promise.all([
    accounts.usage(caller.account, firstDay(now)),
    accounts.balance(caller.account),
    listProviders(catalogue, caller),
    store.list(caller.account, pageLength + 1, before),
  ]);
  const address = (path: string) => keepSession(context, path);
  return pageDocument({
    title: "Status",
    home: address("/"),
    account: html`<div class="account"><span>Signed in as <strong>${caller.name}</strong></span>
<form method="post" action="${address("/sign-out")}"><input type="hidden" name="token" value="${formToken}"><button type="submit">Sign out</button></form></div>`,
    main: html`<h1>Status</h1>
<div class="columns">
${usageSection(fillDays(usage, now, balance + bonus + referral), formatAmount)}
${modelsSection(providers)}
${tasksSection({
  tasks: found.slice(0, pageLength),
  before,
  hasMore: found.length > pageLength,
  notice: isNotice(notice) ? notice : undefined,
  formToken,
  formatAmount,
  address,
})}
</div>`,
  });
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

async function send(page: Html, { status = 200, headers = {} }: Partial<Pick<ApiError, "status" | "headers">> = {}) {
  return new Response(String(await page), { status, headers: { "content-type": "text/html; charset=utf-8", ...pageHeaders, ...headers } });
}

/** Can be cached, because the address changes with the version. */
function sendAsset(context: PageContext, text: string, contentType: string) {
  return context.body(text, 200, {
    "content-type": contentType,
    "cache-control": "public, max-age=3600",
    "x-content-type-options": "nosniff",
    // Other pages would learn from it that the service runs here.
    "cross-origin-resource-policy": "same-origin",
    // Frames and objects do not ask for the policy above.
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
}

/** Redirects with GET, without the form. */
function leadTo(context: PageContext, path: string) {
  return context.redirect(path, 303);
}

/** The answer to a form that cannot be processed. */
function errorPage(message: string, home: string): Html {
  return pageDocument({
    title: "Error",
    home,
    main: html`<section class="card sign-in">
<h1>That did not work</h1>
<p class="error" role="alert">${message}</p>
<p><a href="${home}">Back to the page</a></p>
</section>`,
  });
}

/** `error`: why the last attempt failed. */
function signInPage(error?: string): Html {
  const isWrong = error !== undefined;
  return pageDocument({
    title: isWrong ? "Error: sign in" : "Sign in",
    main: html`<section class="card sign-in">
<h1>Sign in</h1>
<p>See which models you can use, what you have used, and your recent images, audio, videos and texts.</p>
${isWrong && html`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="/sign-in">
<label for="key">API key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" aria-describedby="${isWrong ? "error key-help" : "key-help"}" ${isWrong && html`aria-invalid="true"`}>
<p class="note" id="key-help">The key with which you call this service. Whoever runs it gave it to you, or its command line printed it.</p>
<button class="primary" type="submit">Sign in</button>
</form>
<p class="note">You stay signed in for 12 hours in this browser, or until you sign out.</p>
</section>`,
  });
}
