import type { ProjectData } from '../../../core/context.ts';
import type { Claims } from '../../../protocols/oidc/claims.ts';
import { loadRoles } from '../../directory/roles/load-roles.ts';
import type { Role } from '../../directory/roles/role.ts';
import type { Connection } from './connection.ts';
import { type PersonStatement, readPerson, type SsoPerson } from './details.ts';
import { type AssertedAddress, readAsserted, withOwnAddress } from './identities/asserted.ts';
import { mappedRoleIds } from './identities/role-mapping.ts';
import { readOidcPerson } from './oidc/person.ts';

/** An identity provider's words about a person, before any mapping. */
export type Statement = ({ method: 'saml' } & PersonStatement) | { method: 'oidc'; claims: Claims };

/** Room for the groups of most people. */
const maxKeptCharacters = 64 * 1024;

/** Reports whether a test keeps the statement. */
export function isKept(statement: Statement): boolean {
  return JSON.stringify(statement).length <= maxKeptCharacters;
}

export function samlStatement({
  nameId,
  nameIdFormat,
  attributes,
  attributesByFriendlyName,
}: PersonStatement): Statement {
  return { method: 'saml', nameId, nameIdFormat, attributes, attributesByFriendlyName };
}

/** The names under which values came. */
export function namesIn(statement: Statement): string[] {
  const said = statement.method === 'saml' ? statement.attributes : statement.claims;
  return Object.keys(said);
}

export interface PreviewedUser {
  person: SsoPerson;
  asserted: AssertedAddress;
  /** Roles that exist, with private ones. */
  roles: Role[];
}

/** Reads a statement with the mappings of the connection, as a sign-in does. Signs in no one. Throws `SsoRefusal` if it names no person. */
export async function previewUser(
  ctx: ProjectData,
  connection: Connection,
  statement: Statement,
): Promise<PreviewedUser> {
  const { attributeMapping, oidcAttributeMapping } = connection.settings;
  const read =
    statement.method === 'saml'
      ? readPerson(statement, attributeMapping)
      : readOidcPerson(statement.claims, oidcAttributeMapping);
  const person = await withOwnAddress(ctx, connection, read);
  const asserted = await readAsserted(ctx, connection, person);
  const roleIds = mappedRoleIds(connection.settings, person.groups ?? []);
  return { person, asserted, roles: roleIds.length > 0 ? await loadRoles(ctx, roleIds) : [] };
}
