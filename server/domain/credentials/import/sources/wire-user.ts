import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { hashedPasswordInput } from '../../passwords/wire.ts';
import { identityAt, leftOut, listOf, objectOf, type SourceUser, usableHash } from './source.ts';

const text = () => t.optional(t.text());
const names = () => t.optional(t.list(t.text(), { maxItems: 10_000 }));

/** A user in the response of `user/search`, which Latchkey and Descope have in common. */
export const wireUser = {
  userId: text(),
  loginIds: names(),
  name: text(),
  givenName: text(),
  middleName: text(),
  familyName: text(),
  email: text(),
  phone: text(),
  verifiedEmail: t.optional(t.flag()),
  verifiedPhone: t.optional(t.flag()),
  picture: t.optional(t.text({ maxLength: 4_096 })),
  status: text(),
  test: t.optional(t.flag()),
  createdTime: t.optional(t.longInteger({ minimum: 0 })),
  roleNames: names(),
  userTenants: t.optional(t.list(t.object({ tenantId: t.text(), roleNames: names() }), { maxItems: 10_000 })),
  customAttributes: t.optional(t.any()),
  ssoAppIds: t.optional(t.any()),
  OAuth: t.optional(t.any()),
  password: t.optional(t.flag()),
  TOTP: t.optional(t.flag()),
  webauthn: t.optional(t.flag()),
  /** Added by the operator, in the form of `user/create/batch`: the API does not export hashes. */
  hashedPassword: t.optional(hashedPasswordInput),
};

const wireUserRecord = t.object(wireUser);
export type WireUser = Static<typeof wireUserRecord>;

/** The fields without which the user would get more than before. */
export const decisiveFields = ['status', 'userTenants', 'test'] as const;

const statuses = ['enabled', 'disabled', 'invited'] as const;

export function fromWireUser(found: WireUser, product: string, warnings: string[]): SourceUser {
  const [loginId, ...additionalLoginIds] = found.loginIds ?? [];
  if (!loginId) throw new ServiceError('E011002', 'The user has no login ID');
  const status = statuses.find((status) => status === (found.status || 'enabled'));
  if (!status) throw new ServiceError('E011003', `status must be one of: ${statuses.join(', ')}`);
  const hashedPassword = found.hashedPassword && usableHash(found.hashedPassword, warnings);
  if (found.password && !found.hashedPassword)
    warnings.push(`the password is left out: ${product}’s API does not export hashes`);
  warnings.push(
    ...leftOut('factors', [
      ...(found.TOTP ? ['authenticator'] : []),
      ...(found.webauthn ? ['passkeys'] : []),
    ]),
    ...leftOut('SSO applications', listOf(found.ssoAppIds).map(String)),
    ...Object.entries(objectOf(found.OAuth)).flatMap(([name, isUsed]) => (isUsed ? [identityAt(name)] : [])),
  );
  return {
    id: found.userId ?? '',
    user: {
      loginId,
      additionalLoginIds,
      email: found.email,
      phone: found.phone,
      name: found.name,
      givenName: found.givenName,
      middleName: found.middleName,
      familyName: found.familyName,
      picture: found.picture,
      verifiedEmail: found.verifiedEmail ?? false,
      verifiedPhone: found.verifiedPhone ?? false,
      status,
      customAttributes: objectOf(found.customAttributes),
      roleNames: found.roleNames ?? [],
      tenants: found.userTenants?.map(({ tenantId, roleNames = [] }) => ({ tenantId, roleNames })) ?? [],
      hasExactRoles: true,
      ...(found.createdTime && { createdAt: found.createdTime * 1000 }),
      ...(hashedPassword && { hashedPassword }),
    },
    warnings,
    // Either could be a first factor there; only together can one have been the second.
    hadSecondFactor: Boolean(found.password && found.TOTP),
  };
}
