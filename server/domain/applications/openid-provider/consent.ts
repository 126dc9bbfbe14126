import type { ProjectData } from '../../../core/context.ts';
import { returnPlaceOf } from '../../../protocols/oauth/return-place.ts';
import type {
  AllowedAt,
  Answered,
  Consent,
  ShownScope,
} from '../../directory/application-consents/consent.ts';
import { consentsFor } from '../../directory/application-consents/give-consent.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import {
  type Allowed,
  allowedNow,
  allowedOf,
  covers,
  getsAllRights,
  serverOf,
  shownScope,
} from './allowed.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Grant } from './grant.ts';
import type { OwnScope, ThirdParty } from './third-party.ts';

/** The scopes that a request asks the user for. The browser returns to `place`, which is empty for a device. */
export interface Asked {
  resources: string[];
  scopes: OwnScope[];
  allRights: boolean;
  place: string;
  /** Nobody has checked the application, so a consent counts for the place of return that the page named. */
  isByPlace: boolean;
}

type Request = Pick<AuthorizationRequest, 'scopes' | 'tenantId' | 'resources'> & {
  /** Absent: the request of a device. */
  redirectUri?: string;
};

/** Returns what the application asks for and the user can give: a scope that stands for roles needs one of them. */
export function askedOf(thirdParty: ThirdParty, request: Request, user: InReach): Asked {
  const { resources, redirectUri } = request;
  const server = serverOf(thirdParty);
  return {
    resources: server ? [server] : resources.length > 0 ? resources : [''],
    scopes: askedScopes(thirdParty, request, user),
    allRights: getsAllRights(thirdParty),
    place: redirectUri === undefined ? '' : returnPlaceOf(redirectUri),
    isByPlace: thirdParty.inboundApp.isDynamic,
  };
}

function askedScopes(
  { scopes: own }: ThirdParty,
  { scopes, tenantId }: Pick<Request, 'scopes' | 'tenantId'>,
  user: InReach,
): OwnScope[] {
  const holder = tenantId ? user.tenants.find((tenant) => tenant.tenantId === tenantId) : user;
  const held = holder?.roleNames ?? [];
  return scopes.flatMap((name) => {
    const scope = own.find((scope) => scope.name === name) ?? { ...withoutMeaning(name), isOptional: false };
    const { roleNames } = scope;
    const canGive = roleNames.length === 0 || roleNames.some((role) => held.includes(role));
    return canGive ? [scope] : [];
  });
}

/** Returns a scope of OpenID Connect, whose meaning never changes. */
function withoutMeaning(name: string): ShownScope {
  return { name, description: '', roleNames: [], attributes: [], claims: {} };
}

/** Returns the answer of a user who allows what they were asked for. An optional scope counts only if its box was ticked. */
export function answerTo({ scopes, ...asked }: Asked, ticked: string[]): Answered {
  const answered = scopes.map((scope): ShownScope => {
    const isRefused = scope.isOptional && !ticked.includes(scope.name);
    return { ...shownScope(scope), ...(isRefused && { isRefused }) };
  });
  return { ...asked, scopes: answered };
}

/** Returns what an answer allows the tokens of a sign-in. */
export function allowedBy(thirdParty: ThirdParty, { scopes, allRights }: Answered): Allowed {
  return allowedOf(scopes, { allRights, server: serverOf(thirdParty) });
}

/**
 * Returns those of the scopes that the user has allowed, or `undefined` if the user must be asked: at the first sign-in, and when the
 * application asks for more, also because a scope has come to stand for more or says something else, because the request is for another
 * resource server, or because an application that nobody has checked returns to another place. A scope that the user refused is not
 * asked for again.
 */
export async function allowedScopes(
  ctx: ProjectData,
  thirdParty: ThirdParty,
  request: Request,
  user: InReach,
): Promise<string[] | undefined> {
  const consents = await loadAllowed(ctx, thirdParty, { userId: user.id, tenantId: request.tenantId });
  const { resources, scopes, allRights, place, isByPlace } = askedOf(thirdParty, request, user);
  const counting = consents.filter(({ places }) => !isByPlace || places.includes(place));
  let names = scopes.map(({ name }) => name);
  for (const resource of resources) {
    const there = counting.filter((one) => one.resource === resource);
    if (there.length === 0 || (allRights && !there.some((one) => one.allRights))) return undefined;
    for (const scope of scopes) {
      const shown = there.flatMap((one) => one.scopes.filter(({ name }) => name === scope.name));
      // What everyone in the tenant is allowed to give, a member can still refuse.
      const isOwnRefusal = there.some(
        ({ isOwn, scopes }) => isOwn && scopes.some((one) => one.name === scope.name && one.isRefused),
      );
      if (!isOwnRefusal && shown.some((one) => !one.isRefused && covers(one, scope))) continue;
      const isRefused = shown.length === 0 || shown.some((one) => one.isRefused);
      if (!scope.isOptional || !isRefused) return undefined;
      names = names.filter((name) => name !== scope.name);
    }
  }
  return names;
}

/**
 * Returns what a sign-in from before Latchkey kept it allows, if that is known: its consent counts, and covers the scopes of the grant.
 * Otherwise `undefined`: the application must send its user to sign in again.
 */
async function allowedBefore(
  ctx: ProjectData,
  thirdParty: ThirdParty,
  { scopes, tenantId = '' }: Grant,
  userId: string,
): Promise<Allowed | undefined> {
  const consents = await loadAllowed(ctx, thirdParty, { userId, tenantId });
  const now = allowedNow(thirdParty, scopes);
  const resource = now.server;
  const there = consents.filter((one) => one.resource === resource);
  const isCovered = now.scopes.every((scope) =>
    there.some((one) =>
      one.scopes.some((shown) => shown.name === scope.name && !shown.isRefused && covers(shown, scope)),
    ),
  );
  const isKnown = isCovered && there.length > 0 && (!now.allRights || there.some((one) => one.allRights));
  return isKnown ? now : undefined;
}

/**
 * Adds what the user allowed to a grant of an earlier version, which did not keep it. Returns `false` if it is not known: the tokens
 * would have less than their scopes say.
 */
export async function isAllowedKnown(
  ctx: ProjectData,
  { thirdParty }: { thirdParty?: ThirdParty | undefined },
  grant: Grant,
  userId: string,
): Promise<boolean> {
  if (!thirdParty || grant.allowed) return true;
  const allowed = await allowedBefore(ctx, thirdParty, grant, userId);
  if (allowed) grant.allowed = allowed;
  return allowed !== undefined;
}

async function loadAllowed(
  ctx: ProjectData,
  thirdParty: ThirdParty,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<(AllowedAt & { isOwn: boolean })[]> {
  const consents = await consentsFor(ctx, { appId: thirdParty.inboundApp.id, userId, tenantId });
  return consents.flatMap((consent) => {
    const allowed = consent.allowed ?? shownBefore(thirdParty, consent);
    return allowed.map((one) => ({ ...one, isOwn: consent.userId !== '' }));
  });
}

/**
 * Returns what a consent of an earlier version has shown. That version did not keep it, so it is known only where the settings have not
 * changed since. It did not keep at which MCP server it asked either, so the consent counts at none, except for a client that can only
 * be used at one.
 */
export function shownBefore(thirdParty: ThirdParty, { scopes, modifiedAt }: Consent): AllowedAt[] {
  const { inboundApp, mcpServer, scopes: own } = thirdParty;
  const { settings, isDynamic } = inboundApp;
  if ((mcpServer?.id ?? '') !== settings.registration.mcpServerId) return [];
  const isUnchanged = Math.max(inboundApp.modifiedAt, mcpServer?.modifiedAt ?? 0) <= modifiedAt;
  if (isDynamic && !isUnchanged) return [];
  const ofProject = settings.scopeClaimMapping.filter(({ useProjectMapping }) => useProjectMapping);
  const shown = scopes.flatMap((name): ShownScope[] => {
    const scope = own.find((one) => one.name === name);
    if (!scope) return [withoutMeaning(name)];
    return isUnchanged && !ofProject.some((entry) => entry.scope === name) ? [shownScope(scope)] : [];
  });
  const places = settings.approvedCallbackUrls.map(returnPlaceOf);
  const allRights = isUnchanged && getsAllRights(thirdParty);
  const resources = mcpServer ? [mcpServer.url] : ['', ...(isUnchanged ? settings.audienceWhitelist : [])];
  return resources.map((resource) => ({ resource, scopes: shown, allRights, places }));
}
