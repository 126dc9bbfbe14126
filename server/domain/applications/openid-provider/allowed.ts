import type { ShownScope } from '../../directory/application-consents/consent.ts';
import type { McpServer } from '../../directory/applications/mcp-servers/mcp-server.ts';
import type { InboundApp } from '../../directory/applications/third-party/inbound-app.ts';

/** The application, the server whose endpoints it uses, and the scopes of both. */
interface Asking {
  inboundApp: InboundApp;
  mcpServer: McpServer | undefined;
  scopes: ShownScope[];
}

/** Permissions that a user has given a third-party application in one sign-in. Its tokens never have more, whatever its settings say later. */
export interface Allowed {
  /** The address of the MCP server; empty: the sign-in was not for one. */
  server: string;
  /** The meanings that the scopes of the application and of the server had. */
  scopes: ShownScope[];
  /** The application may have all roles and tenants of the user. */
  allRights: boolean;
}

export const nothingAllowed: Allowed = { server: '', scopes: [], allRights: false };

/** Returns what the scopes give the application now. */
export function allowedNow(asking: Asking, names: string[]): Allowed {
  const scopes = asking.scopes.filter(({ name }) => names.includes(name));
  return {
    server: serverOf(asking),
    scopes: scopes.map(shownScope),
    allRights: getsAllRights(asking),
  };
}

/** Returns what an answer has shown and allowed. */
export function allowedOf(shown: ShownScope[], { allRights, server }: Omit<Allowed, 'scopes'>): Allowed {
  return { server, scopes: shown.filter(({ isRefused }) => !isRefused), allRights };
}

export function serverOf({ mcpServer }: Pick<Asking, 'mcpServer'>): string {
  return mcpServer?.url ?? '';
}

export function getsAllRights({ inboundApp }: Pick<Asking, 'inboundApp'>): boolean {
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
export function withinAllowed<T extends ShownScope>(scope: T, { scopes }: Allowed): T[] {
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
