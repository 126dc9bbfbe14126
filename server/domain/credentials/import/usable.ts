import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type TextField, textFields } from '../../../core/profile-fields.ts';
import type { AttributeDefinition } from '../../directory/custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';
import { readValue } from '../../directory/custom-attributes/value.ts';
import { maxRoles, type Role } from '../../directory/roles/role.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { findAllTenantIds } from '../../directory/tenants/load-tenant.ts';
import { readDetails } from '../../directory/users/details.ts';
import { isEmail, isPhone, readEmail, readPhone } from '../../directory/users/identifiers/address.ts';
import { foldLoginId, readLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { NewAccount } from '../accounts/create-account.ts';
import { readTotpSeed } from '../totp/totp-seed.ts';
import { loginIdsOf } from './names.ts';
import { leftOut } from './sources/source.ts';

/** The roles, tenants and attributes of the project, which limit what users can bring. */
export interface Known {
  /** Names by tenant. Empty: the project. */
  roles: ReadonlyMap<string, ReadonlySet<string>>;
  tenants: ReadonlySet<string>;
  attributes: ReadonlyMap<string, AttributeDefinition>;
}

export async function loadKnown(ctx: ProjectContext): Promise<Known> {
  const roles = Map.groupBy(await loadAllRoles(ctx), ({ tenantId }) => tenantId);
  return {
    roles: new Map([...roles].map(([tenantId, list]) => [tenantId, new Set(list.map(({ name }) => name))])),
    tenants: new Set(await findAllTenantIds(ctx)),
    attributes: new Map((await attributeDefinitions(ctx)).map((one) => [one.name, one])),
  };
}

/** Loads all roles of the project and of its tenants, page by page. */
export async function loadAllRoles(ctx: ProjectData): Promise<Role[]> {
  const roles: Role[] = [];
  for (let page = 0; roles.length === page * maxRoles; page += 1)
    roles.push(...(await searchRoles(ctx, { page })));
  return roles;
}

/**
 * Leaves out what a user of another product cannot have here, and names it: the user without a part of the profile is better off than
 * no user. `loginId` is empty if no login ID is left.
 */
export function keepUsable(given: NewAccount, known: Known): { user: NewAccount; warnings: string[] } {
  const warnings: string[] = [];
  const user = withUsableNames(given, warnings);
  const texts: Partial<Record<TextField, string | undefined>> = {};
  for (const field of textFields) {
    const text = user[field] || undefined;
    if (user[field] === undefined) continue;
    texts[field] = usable(
      text,
      field,
      warnings,
      (text) => readDetails({ loginId: 'x', [field]: text })[field],
    );
  }
  return {
    user: {
      ...user,
      ...(texts as object),
      seed: usable(user.seed || undefined, 'the authenticator', warnings, readTotpSeed),
      ...keepKnown(user, known, warnings),
    },
    warnings,
  };
}

/** Returns the value if it can be read. */
function usable<V>(
  value: V | undefined,
  what: string,
  warnings: string[],
  read: (value: V) => unknown,
): V | undefined {
  if (value === undefined) return undefined;
  try {
    read(value);
    return value;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    warnings.push(`${what} left out: ${error.message}`);
    return undefined;
  }
}

/**
 * Keeps the addresses and login IDs that can be used. An address that cannot receive mail stays a login ID. A user name that is an
 * address belongs to the person who can prove the address, so it must be the user's own; and an address that nobody has proven does
 * not open an account that belongs to a proven one.
 */
function withUsableNames(given: NewAccount, warnings: string[]): NewAccount {
  let { verifiedEmail = false, verifiedPhone = false } = given;
  let email = usable(given.email || undefined, 'email', warnings, readEmail);
  let phone = usable(given.phone || undefined, 'phone', warnings, readPhone);
  const names = loginIdsOf(given).filter(
    (name) => name && (name !== given.phone || phone !== undefined) && isReadable(name, warnings),
  );
  // A product that allows user names with the form of an address has not checked them.
  const [emailName, phoneName] = [names.find(isEmail), names.find(isPhone)];
  if (email === undefined && emailName !== undefined) [email, verifiedEmail] = [emailName, false];
  if (phone === undefined && phoneName !== undefined) [phone, verifiedPhone] = [phoneName, false];
  verifiedEmail &&= email !== undefined;
  verifiedPhone &&= phone !== undefined;
  const isProven = verifiedEmail || verifiedPhone;
  const kept = names.filter((name) => {
    const [own, isVerified] = isEmail(name) ? [email, verifiedEmail] : [phone, verifiedPhone];
    if (!isEmail(name) && !isPhone(name)) return true;
    const isOwn = own !== undefined && foldLoginId(own) === foldLoginId(name);
    if (isOwn && (isVerified || !isProven)) return true;
    warnings.push(
      isOwn
        ? `an unverified address is left out of the login IDs, because another one is verified: ${name}`
        : `a user name that is an address, and not the user's own, is left out of the login IDs: ${name}`,
    );
    return false;
  });
  const [loginId = '', ...additionalLoginIds] = kept;
  return { ...given, loginId, additionalLoginIds, email, phone, verifiedEmail, verifiedPhone };
}

function isReadable(loginId: string, warnings: string[]): boolean {
  return usable(loginId, 'a login ID', warnings, (text) => readLoginId(text)) !== undefined;
}

/** Leaves out tenants, roles and attributes that the project does not have, and values that do not fit. */
function keepKnown(user: NewAccount, known: Known, warnings: string[]): Partial<NewAccount> {
  const { roleNames = [], tenants = [], customAttributes = {} } = user;
  const values: Record<string, unknown> = {};
  const [unknown, unfit]: [string[], string[]] = [[], []];
  for (const [name, value] of Object.entries(customAttributes)) {
    const attribute = known.attributes.get(name);
    if (!attribute) unknown.push(name);
    else if (value !== null && value !== undefined) {
      const read = convertValue(attribute, value);
      if (read === undefined) unfit.push(name);
      else values[name] = read;
    }
  }
  const isRole = (name: string, tenantId = '') =>
    known.roles.get('')?.has(name) || known.roles.get(tenantId)?.has(name) || false;
  const memberships = tenants.filter(({ tenantId }) => known.tenants.has(tenantId));
  warnings.push(
    ...leftOut(
      'roles that this project does not have',
      roleNames.filter((name) => !isRole(name)),
    ),
    ...leftOut(
      'tenants that this project does not have',
      tenants.flatMap(({ tenantId }) => (known.tenants.has(tenantId) ? [] : [tenantId])),
    ),
    ...leftOut(
      'roles that a tenant of this project does not have',
      memberships.flatMap(({ tenantId, roleNames = [] }) =>
        roleNames.filter((name) => !isRole(name, tenantId)).map((name) => `${name} in ${tenantId}`),
      ),
    ),
    ...leftOut('attributes that this project does not define', unknown),
    ...leftOut('attributes whose values do not fit their type', unfit),
  );
  const kept = roleNames.filter((name) => isRole(name));
  return {
    // Optional fields of the user are absent rather than undefined.
    roleNames: kept.length > 0 ? kept : (undefined as never),
    tenants:
      memberships.length === 0
        ? (undefined as never)
        : memberships.map(({ tenantId, roleNames = [] }) => ({
            tenantId,
            roleNames: roleNames.filter((name) => isRole(name, tenantId)),
          })),
    customAttributes: values,
  };
}

/** Converts a value to the attribute's type: some products know text only, and some have a list of one value. */
function convertValue(attribute: AttributeDefinition, value: unknown): unknown {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const text = typeof one === 'object' ? undefined : String(one).trim();
  try {
    return readValue(attribute, converted());
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }

  function converted(): unknown {
    switch (attribute.type) {
      case 'number':
        return text ? Number(text) : undefined;
      case 'boolean':
        return { true: true, false: false, '1': true, '0': false }[text?.toLowerCase() ?? ''];
      case 'multiSelect':
        return Array.isArray(value) ? value.map(String) : text === undefined ? undefined : choicesIn(text);
      case 'date':
        // A moment is on its day in UTC, as the product wrote it.
        return text && /^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text;
      case 'text':
        return typeof one === 'string' ? one : text;
      default:
        return text;
    }
  }

  /** A cell of a CSV file has several choices. */
  function choicesIn(text: string): string[] {
    const isOne = attribute.options.some((option) => option.value === text);
    return isOne ? [text] : text.split(';').map((part) => part.trim());
  }
}
