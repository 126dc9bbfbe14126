import { ServiceError } from '../../../../core/errors.ts';
import { t } from '../../../../http/schema.ts';
import { hashedPasswordInput } from '../../passwords/wire.ts';
import { identityAt, leftOut, objectOf, readFields, type Source, usableHash } from './source.ts';

const text = () => t.optional(t.text());
const roles = () => t.optional(t.list(t.text(), { maxItems: 10_000 }));

/** A user in the response of `POST /v1/mgmt/user/search`. */
const record = t.object({
  userId: text(),
  loginIds: t.list(t.text(), { maxItems: 100 }),
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
  roleNames: roles(),
  userTenants: t.optional(t.list(t.object({ tenantId: t.text(), roleNames: roles() }), { maxItems: 10_000 })),
  customAttributes: t.optional(t.any()),
  OAuth: t.optional(t.any()),
  password: t.optional(t.flag()),
  TOTP: t.optional(t.flag()),
  webauthn: t.optional(t.flag()),
  /** Added by the operator, in the form of `user/create/batch`: the interface does not hand out hashes. */
  hashedPassword: t.optional(hashedPasswordInput),
});

const statuses = ['enabled', 'disabled', 'invited'] as const;

export const descope: Source = {
  member: 'users',
  csv: { remedy: 'Save the response of POST /v1/mgmt/user/search, which has all fields' },
  read(one) {
    const warnings: string[] = [];
    const found = readFields(record, one, warnings, ['status', 'userTenants', 'test']);
    if (found.test) return { skipped: 'a test user' };
    const [loginId, ...additionalLoginIds] = found.loginIds;
    if (!loginId) throw new ServiceError('E011002', 'The user has no login ID');
    const hashedPassword = found.hashedPassword && usableHash(found.hashedPassword, warnings);
    if (found.password && !found.hashedPassword)
      warnings.push('the password is left out: Descope’s API does not export hashes');
    warnings.push(
      ...leftOut('factors', [
        ...(found.TOTP ? ['authenticator'] : []),
        ...(found.webauthn ? ['passkeys'] : []),
      ]),
      ...Object.entries(objectOf(found.OAuth)).flatMap(([name, isUsed]) =>
        isUsed ? [identityAt(name)] : [],
      ),
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
        status: statuses.find((status) => status === found.status) ?? 'enabled',
        customAttributes: objectOf(found.customAttributes),
        ...(found.userTenants?.length
          ? { tenants: found.userTenants.map(({ tenantId, roleNames = [] }) => ({ tenantId, roleNames })) }
          : { roleNames: found.roleNames ?? [] }),
        ...(found.createdTime && { createdAt: found.createdTime * 1000 }),
        ...(hashedPassword && { hashedPassword }),
      },
      warnings,
      // Either could be a first factor there; only together can one have been the second.
      hadSecondFactor: Boolean(found.password && found.TOTP),
    };
  },
};
