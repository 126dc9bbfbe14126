import { type Static, t } from '../../../http/schema.ts';
import { attributeValues } from '../../directory/custom-attributes/wire.ts';
import { type AccessKey, maxAccessKeys, maxAttributes, maxKeyRoles, maxKeyTenants } from './access-key.ts';
import type { KeyDetails } from './create-key.ts';
import type { KeySearch } from './search-keys.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const roleNames = t.optional(
  t.list(t.text({ maxLength: 255 }), {
    maxItems: maxKeyRoles,
    aliases: ['roles'],
    description: 'Roles in the project. keyTenants take precedence.',
  }),
);

const details = {
  description: t.optional(t.text({ maxLength: 1_024 })),
  roleNames,
  keyTenants: t.optional(
    t.list(
      t.object(
        {
          tenantId: t.text({ maxLength: 255 }),
          roleNames: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: maxKeyRoles })),
        },
        { $id: 'KeyTenantInput' },
      ),
      { maxItems: maxKeyTenants, aliases: ['tenants'] },
    ),
  ),
  customClaims: t.optional(
    t.map(t.any(), { maxProperties: 100, description: 'Added to every session JWT of the key' }),
  ),
  customAttributes: t.optional(
    attributeValues({
      maxProperties: maxAttributes,
      description: 'Any JSON. An attribute that is `null` is left out',
    }),
  ),
  permittedIps: t.optional(
    t.list(t.text({ maxLength: 64 }), {
      maxItems: 100,
      description: 'IP addresses and CIDR networks that the key can be used from; empty: any',
    }),
  ),
};

export const newKeyInput = t.object({
  name: t.text({ ...filled, description: 'Need not be unique' }),
  expireTime: t.optional(
    t.longInteger({ minimum: 0, description: 'Seconds since 1970; default, also for 0: never' }),
  ),
  userId: t.reference({
    aliases: ['boundUserId'],
    description: 'The user that the key represents. The key has exactly the user’s roles and tenants',
  }),
  ...details,
});

export const keyChangeInput = t.object({ id: t.text(filled), name: t.reference(), ...details });

export const keyReference = t.object({ id: t.text(filled) });
export const keyReferences = t.object({ ids: t.list(t.text(filled), { minItems: 1 }) });

export const keySearchInput = t.object({
  tenantIds: t.optional(t.list(t.text({ maxLength: 255 }))),
  boundUserId: t.reference(),
  creatingUser: t.reference({ description: 'The ID of the management key that created it' }),
  customAttributes: t.optional(
    attributeValues({
      maxProperties: maxAttributes,
      description: 'Each value must match exactly; `null` matches keys without the attribute',
    }),
  ),
  text: t.reference({ description: 'Part of the name, ignoring case, or the full ID' }),
  sort: t.optional(
    t.list(
      t.object(
        {
          field: t.choice(['name', 'status', 'createdTime', 'expireTime']),
          desc: t.optional(t.flag()),
        },
        { $id: 'AccessKeySort' },
      ),
      { maxItems: 4 },
    ),
  ),
  limit: t.optional(
    t.longInteger({ minimum: 0, description: `Default, also for 0: ${maxAccessKeys}, the maximum` }),
  ),
  page: t.optional(t.longInteger({ minimum: 0, description: 'Starts at 0, in steps of `limit`' })),
});

const accessKeySchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    description: t.text(),
    roleNames: t.list(t.text(), { description: 'Roles in the project' }),
    keyTenants: t.list(
      t.object(
        { tenantId: t.text(), tenantName: t.text(), roleNames: t.list(t.text()) },
        { $id: 'AccessKeyTenant' },
      ),
    ),
    status: t.choice(['active', 'inactive']),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    expireTime: t.integer({ description: 'Seconds since 1970; 0: never' }),
    expiredTime: t.integer({ description: 'A copy, as the Node SDK names it' }),
    expiresTime: t.integer({ description: 'A copy' }),
    lastUsedTime: t.integer({ description: 'Seconds since 1970, precise to five minutes; 0: never' }),
    createdBy: t.text(),
    clientId: t.text(),
    boundUserId: t.text({ description: 'Empty: not bound to a user' }),
    userId: t.text({ description: 'A copy, as the Java SDK names it' }),
    customClaims: t.map(t.any()),
    customAttributes: t.map(t.any()),
    permittedIps: t.list(t.text()),
    editable: t.flag(),
  },
  { $id: 'AccessKey' },
);

export const oneKey = t.object({ key: accessKeySchema });
export const manyKeys = t.object({ keys: t.list(accessKeySchema, { maxItems: maxAccessKeys }) });
export const shownKey = t.object({
  key: accessKeySchema,
  cleartext: t.text({ description: 'The key itself. Only this response contains it' }),
});

export function keyToWire(key: AccessKey): Static<typeof accessKeySchema> {
  const expireTime = key.expiresAt === null ? 0 : Math.floor(key.expiresAt / 1000);
  return {
    id: key.id,
    name: key.name,
    description: key.description,
    roleNames: key.roleNames,
    keyTenants: key.tenants.map(({ tenantId, tenantName, roleNames }) => ({
      tenantId,
      tenantName,
      roleNames,
    })),
    status: key.status,
    createdTime: Math.floor(key.createdAt / 1000),
    expireTime,
    expiredTime: expireTime,
    expiresTime: expireTime,
    lastUsedTime: Math.floor((key.lastUsedAt ?? 0) / 1000),
    createdBy: key.createdBy,
    clientId: '',
    boundUserId: key.boundUserId,
    userId: key.boundUserId,
    customClaims: key.customClaims,
    customAttributes: key.customAttributes,
    permittedIps: key.permittedIps,
    editable: true,
  };
}

type DetailsWire = Omit<Static<typeof keyChangeInput>, 'id'>;

export function detailsFromWire({ keyTenants, ...details }: DetailsWire): KeyDetails {
  return { ...details, tenants: keyTenants };
}

const columns = {
  name: 'foldedName',
  status: 'status',
  createdTime: 'createdAt',
  expireTime: 'expiresAt',
} as const;

export function searchFromWire(input: Static<typeof keySearchInput>): KeySearch {
  const { sort, creatingUser: createdBy, ...search } = input;
  const order = sort?.map(({ field, desc = false }) => ({ column: columns[field], descending: desc }));
  return { ...search, createdBy, order };
}

export const exchangeInput = t.object({
  loginOptions: t.optional(
    t.object(
      {
        customClaims: t.optional(
          t.map(t.any(), {
            maxProperties: 100,
            description: 'Claims that the caller sets itself; in `nsec`',
          }),
        ),
        selectedTenant: t.reference({ aliases: ['tenantId'], description: 'Becomes `dct`' }),
      },
      { $id: 'AccessKeyLoginOptions' },
    ),
  ),
});

export const exchangeOutput = t.object({
  keyId: t.text(),
  sessionJwt: t.text({ maxLength: 65_536 }),
  expiration: t.integer({ description: 'When the session JWT expires, in seconds since 1970' }),
});
