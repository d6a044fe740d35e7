/**
 * Tokens of an authorization server for the MCP server over HTTP, which is a protected resource: it issues no tokens. Sources: MCP 2026-07-28,
 * "Authorization"; RFC 8414 and OpenID Discovery (its metadata), RFC 9728 (the resource's), RFC 9068 (tokens).
 */
import {
  type AuthInfo,
  type AuthMetadataOptions,
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
  oauthMetadataResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as z from "zod/mini";
import { fetchDocument } from "../../network/fetchDocument.ts";

export interface OAuthSettings {
  /** The authorization server, as its tokens name it in `iss`. */
  issuer: string;
  /** The public address of this server's endpoint, which its tokens name in `aud`. */
  resource: URL;
  /** Each token must have these. */
  scopes: readonly string[];
}

export interface OAuthGate {
  /** The resource's metadata, if the request asks for them. They need no token. */
  metadata(request: Request): Response | undefined;
  /** What the token says, or the answer that refuses it. */
  authorize(request: Request): Promise<AuthInfo | Response>;
}

/** Milliseconds. */
const discoveryTime = 10_000;

const metadataSchema = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  response_types_supported: z.array(z.string()),
});
type IssuerMetadata = z.infer<typeof metadataSchema>;

/** Rejects with a sentence if the authorization server cannot be reached, or is another one than it is said to be. */
export async function openOAuthGate({ issuer, resource, scopes }: OAuthSettings): Promise<OAuthGate> {
  const found = await discover(issuer);
  const described: AuthMetadataOptions = {
    oauthMetadata: found,
    resourceServerUrl: resource,
    scopesSupported: [...scopes],
    resourceName: "Generation Studio",
  };
  buildOAuthProtectedResourceMetadata(described);
  const gate = requireBearerAuth({
    verifier: verifierOf(found, resource, createRemoteJWKSet(new URL(found.jwks_uri), { [customFetch]: fetchDocument })),
    requiredScopes: [...scopes],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    expectedResource: resource,
  });
  return { metadata: (request) => oauthMetadataResponse(request, described), authorize: gate };
}

/** RFC 8414 inserts the name before the path of the issuer, OpenID adds it to the path. */
async function discover(issuer: string): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const address of addresses) {
    const answer = await fetchDocument(address, { signal: AbortSignal.timeout(discoveryTime) }).catch(() => undefined);
    if (!answer?.ok) continue;
    const { success, data } = metadataSchema.safeParse(await answer.json().catch(() => undefined));
    if (!success) continue;
    // RFC 8414, 3.3: another issuer's metadata must not be used.
    if (data.issuer !== issuer) throw new Error(`The authorization server names itself ${data.issuer}, not ${issuer}.`);
    return data;
  }
  throw new Error(`The metadata of the authorization server ${issuer} cannot be read.`);
}

/** Public keys only: a token that is signed with a shared secret, or not at all, is refused. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

function verifierOf({ issuer }: IssuerMetadata, resource: URL, keys: JWTVerifyGetKey): OAuthTokenVerifier {
  return {
    async verifyAccessToken(token): Promise<AuthInfo> {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: [resource.href, resource.href.replace(/\/$/, "")],
        algorithms,
        requiredClaims: ["exp"],
        clockTolerance: 5,
      }).catch((error: unknown) => {
        // Without its keys, nobody can say whether a token is valid.
        const isUnreachable = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
        if (isUnreachable) throw new OAuthError(OAuthErrorCode.ServerError, "The keys of the authorization server cannot be read.");
        throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is not valid here.");
      });
      return {
        token,
        clientId: textOf(payload.client_id) ?? textOf(payload.azp) ?? payload.sub ?? "",
        scopes: scopesOf(payload.scope ?? payload.scp),
        expiresAt: payload.exp ?? 0,
        resource,
      };
    },
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** A text with spaces (RFC 9068), or the list of some servers. */
function scopesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value.split(" ").filter((scope) => scope !== "") : [];
}
