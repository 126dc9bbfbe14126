import { instanceRole, keyRoles } from '../../../core/key-rights.ts';
import { type Static, t } from '../../../http/schema.ts';
import { type ManagementKey, maxLiveKeys, projectRole, type ReBac } from './management-key.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const names = () => t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100 }));

const reBacInput = t.optional(
  t.object(
    {
      companyRoles: names(),
      projectRoles: t.optional(
        t.list(
          t.object(
            {
              projectIds: names(),
              roles: names(),
              tenantIds: t.optional(
                t.list(t.text({ maxLength: 255 }), {
                  maxItems: 100,
                  description: `The tenants that ${keyRoles.join(' and ')} are limited to; default: all tenants`,
                }),
              ),
            },
            { $id: 'ProjectRoles' },
          ),
          { maxItems: 100 },
        ),
      ),
      tagRoles: t.optional(
        t.list(t.object({ tags: names(), roles: names() }, { $id: 'TagRoles' }), { maxItems: 100 }),
      ),
    },
    {
      $id: 'ReBacInput',
      description:
        `The key’s rights in its own project: \`${projectRole}\`, \`project-read-only\` or \`project-users\`. The ` +
        `company role \`${instanceRole}\` is \`${projectRole}\`, and the key can also clone, import and delete ` +
        'the project. Only owners, and keys that have this role, can grant it. Any other role fails.',
    },
  ),
);

const permittedIps = t.optional(
  t.list(t.text({ maxLength: 64 }), {
    maxItems: 100,
    description: 'IP addresses and CIDR networks that the key can be used from; empty: any',
  }),
);

export const newKeyInput = t.object({
  name: t.text(filled),
  reBac: reBacInput,
  description: t.optional(t.text({ maxLength: 1_024 })),
  expiresIn: t.optional(
    t.longInteger({ minimum: 0, description: 'Seconds from now; default, also for 0: never' }),
  ),
  permittedIps,
});

export const keyChangeInput = t.object({
  id: t.text(filled),
  name: t.reference(),
  description: t.optional(t.text({ maxLength: 1_024 })),
  permittedIps,
  status: t.optional(t.choice(['active', 'inactive'])),
});

const managementKeySchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    description: t.text(),
    status: t.choice(['active', 'inactive']),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    expireTime: t.integer({ description: 'Seconds since 1970; 0: never' }),
    lastUsedTime: t.integer({ description: 'Seconds since 1970, precise to five minutes; 0: never' }),
    permittedIps: t.list(t.text()),
    reBac: t.object(
      {
        companyRoles: t.list(t.text()),
        projectRoles: t.list(
          t.object({
            projectIds: t.list(t.text()),
            roles: t.list(t.text()),
            tenantIds: t.optional(t.list(t.text(), { description: 'Absent: all tenants' })),
          }),
        ),
        tagRoles: t.list(t.object({ tags: t.list(t.text()), roles: t.list(t.text()) })),
      },
      { $id: 'ReBac' },
    ),
    version: t.integer(),
    authzVersion: t.integer(),
  },
  { $id: 'ManagementKey' },
);

export const keyReference = t.object({ id: t.text(filled) });

export const oneKey = t.object({ key: managementKeySchema });
export const issuedKey = t.object({
  key: managementKeySchema,
  cleartext: t.text({ description: 'The key itself. Only this response contains it' }),
});
export const manyKeys = t.object({
  keys: t.list(managementKeySchema, { description: `At most ${maxLiveKeys} of them are live` }),
});

export function keyToWire(key: ManagementKey): Static<typeof managementKeySchema> {
  return {
    id: key.id,
    name: key.name,
    description: key.description,
    status: key.status,
    createdTime: Math.floor(key.createdAt / 1000),
    expireTime: key.expiresAt === null ? 0 : Math.floor(key.expiresAt / 1000),
    lastUsedTime: Math.floor((key.lastUsedAt ?? 0) / 1000),
    permittedIps: key.permittedIps,
    reBac: key.reBac,
    version: 0,
    authzVersion: 0,
  };
}

export function reBacFromWire({
  companyRoles = [],
  projectRoles = [],
  tagRoles = [],
}: NonNullable<Static<typeof reBacInput>> = {}): ReBac {
  return {
    companyRoles,
    projectRoles: projectRoles.map(({ projectIds = [], roles = [], tenantIds }) => ({
      projectIds,
      roles,
      ...(tenantIds && { tenantIds }),
    })),
    tagRoles: tagRoles.map(({ tags = [], roles = [] }) => ({ tags, roles })),
  };
}

/** Returns the role of administrators that may request these rights. */
export function roleForReBac(reBac: unknown): 'owner' | undefined {
  const { companyRoles } = reBacFromWire((reBac ?? {}) as Parameters<typeof reBacFromWire>[0]);
  return companyRoles.includes(instanceRole) ? 'owner' : undefined;
}
