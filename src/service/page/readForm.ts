/** Reads a form of the status page, and only accepts forms from the service's own pages. */
import type { Context } from "hono";
import { ApiError, invalidRequest } from "../apiError.ts";
import type { RouteEnvironment } from "../connection/bindings.ts";
import { requestOrigin } from "../connection/requestOrigin.ts";
import { readBytes } from "../read/readJsonBody.ts";
import type { ServiceSettings } from "../settings/settings.ts";

/** Bytes. */
const formSizeLimit = 16 * 1024;

/** Throws an ApiError for a form from another site, or for a body that is not a form. */
export async function readForm(context: Context<RouteEnvironment>, settings: ServiceSettings): Promise<URLSearchParams> {
  requireOwnSite(context);
  const isForm = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
  const bytes = await readBytes(context.req.raw, { ...settings, bodySizeLimit: formSizeLimit });
  if (!isForm) throw invalidRequest(undefined, "This is not a form of this page.");
  return new URLSearchParams(Buffer.from(bytes).toString("utf8"));
}

/** Every browser sends the origin of a form: current ones in `Sec-Fetch-Site` over trustworthy connections, others in `Origin`. */
function requireOwnSite(context: Context<RouteEnvironment>): void {
  const site = context.req.header("sec-fetch-site");
  const isOwn = site === undefined ? context.req.header("origin") === requestOrigin(context) : site === "same-origin";
  if (!isOwn) throw foreignForm();
}

export function foreignForm(): ApiError {
  return new ApiError({
    code: "invalid_request",
    status: 403,
    message: "This form was not sent from this page, or its session is over. Go back, load the page again and repeat it.",
  });
}
