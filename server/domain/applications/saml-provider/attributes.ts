import { allProfileFields, parameterOf } from '../../../core/profile-fields.ts';
import type { SamlSettings } from '../../directory/applications/sso/sso-app.ts';
import type { User } from '../../directory/users/user.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import { withoutUnverified } from './shown-addresses.ts';

/** The attributes of an application that has no mapping. */
const defaultMapping = ['email', 'name', 'givenName', 'familyName'].map((name) => ({ name, value: name }));

/**
 * Returns the attributes of an assertion: the mapped ones that the user has, then the groups. A mapping names an attribute of
 * the user, with or without `user.` before it, or a custom attribute.
 */
export function attributesFor(settings: SamlSettings, given: InReach): [string, string[]][] {
  const { attributeMapping, groupsMapping } = settings;
  const user = withoutUnverified(settings, given);
  const attributes = new Map<string, string[]>();
  const add = (name: string, values: string[]) => {
    if (name && values.length > 0) attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
  };
  const mapping: { name: string; value: string }[] =
    attributeMapping.length > 0 ? attributeMapping : defaultMapping;
  for (const { name, value } of mapping) add(name, valuesOf(user, value));
  for (const { name, value, roles } of groupsMapping) {
    if (roles.some((role) => user.roleNames.includes(role.name))) add(name, [value]);
  }
  return [...attributes];
}

function valuesOf(user: User, source: string): string[] {
  const name = source.replace(/^user\./, '').replace(/^customAttributes\./, '');
  const ownOf = <T>(all: Record<string, T>) => (Object.hasOwn(all, name) ? all[name] : undefined);
  const value = ownOf(standard)?.(user) ?? ownOf(user.customAttributes);
  return [value]
    .flat()
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map(String);
}

const standard: Record<string, ((user: User) => unknown) | undefined> = {
  userId: ({ id }) => id,
  loginId: ({ loginIds }) => loginIds[0],
  loginIds: ({ loginIds }) => loginIds,
  ...Object.fromEntries(
    allProfileFields.flatMap((field) =>
      [field, parameterOf(field)].map((name) => [name, (user: User) => user[field]]),
    ),
  ),
  roles: ({ roleNames }) => roleNames,
  roleNames: ({ roleNames }) => roleNames,
  permissions: ({ permissions }) => permissions,
  tenants: ({ tenants }) => tenants.map(({ tenantId }) => tenantId),
};
