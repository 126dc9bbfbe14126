import type { ShownScope } from '../../directory/application-consents/consent.ts';
import type { OwnScope, ThirdParty } from './third-party.ts';

/** What a user has allowed a third-party application in one sign-in. Its tokens never have more, whatever its settings say later. */
export interface Allowed {
  /** The address of the MCP server; empty: the sign-in was not for one. */
  server: string;
  /** What the scopes of the application and of the server stood for. */
  scopes: ShownScope[];
  /** The application may have all roles and tenants of the user. */
  allRights: boolean;
}

export const nothingAllowed: Allowed = { server: '', scopes: [], allRights: false };

/** Returns what the scopes give the application now. */
export function allowedNow(thirdParty: ThirdParty, names: string[]): Allowed {
  const scopes = thirdParty.scopes.filter(({ name }) => names.includes(name));
  return {
    server: serverOf(thirdParty),
    scopes: scopes.map(shownScope),
    allRights: getsAllRights(thirdParty),
  };
}

/** Returns what an answer has shown and allowed. */
export function allowedOf(shown: ShownScope[], { allRights, server }: Omit<Allowed, 'scopes'>): Allowed {
  return { server, scopes: shown.filter(({ isRefused }) => !isRefused), allRights };
}

export function serverOf({ mcpServer }: Pick<ThirdParty, 'mcpServer'>): string {
  return mcpServer?.url ?? '';
}

export function getsAllRights({ inboundApp }: Pick<ThirdParty, 'inboundApp'>): boolean {
  return inboundApp.settings.forceAddAllAuthorizationInfo;
}

/** Returns what is kept of a scope. */
export function shownScope({ name, description, roleNames, attributes, claims }: ShownScope): ShownScope {
  return { name, description, roleNames, attributes, claims };
}

/** Reports whether a user who was shown this has read everything that the scope says and gives now. */
export function covers(shown: ShownScope, scope: ShownScope): boolean {
  return (
    shown.description === scope.description &&
    scope.roleNames.every((role) => shown.roleNames.includes(role)) &&
    scope.attributes.every((attribute) => shown.attributes.includes(attribute)) &&
    Object.entries(scope.claims).every((claim) => hasClaim(shown, claim))
  );
}

/** Takes from a scope what the user was not shown; nothing is left of a scope that they were not asked for. */
export function withinAllowed(scope: OwnScope, { scopes }: Allowed): OwnScope[] {
  const shown = scopes.find(({ name }) => name === scope.name);
  if (!shown) return [];
  const claims = Object.entries(scope.claims).filter((claim) => hasClaim(shown, claim));
  return [
    {
      ...scope,
      roleNames: scope.roleNames.filter((role) => shown.roleNames.includes(role)),
      attributes: scope.attributes.filter((attribute) => shown.attributes.includes(attribute)),
      claims: Object.fromEntries(claims),
    },
  ];
}

function hasClaim({ claims }: ShownScope, [claim, template]: [string, string]): boolean {
  return Object.hasOwn(claims, claim) && claims[claim] === template;
}
