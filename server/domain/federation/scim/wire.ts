import { type Static, t } from '../../../http/schema.ts';
import { isLive } from '../../sessions/access-keys/access-key.ts';
import type { DirectoryState } from './load-directory.ts';
import { maxKept } from './request-log.ts';

export const directoryOutput = t.object(
  {
    baseUrl: t.text({ description: 'The address to enter in the directory' }),
    tokens: t.list(
      t.object({
        id: t.text({ description: 'The ID of the access key' }),
        name: t.text(),
        status: t.choice(['active', 'inactive', 'expired']),
        createdTime: t.integer({ description: 'Seconds since 1970' }),
        expireTime: t.integer({ description: 'Seconds since 1970; 0: never' }),
        lastUsedTime: t.integer({ description: 'Seconds since 1970, precise to five minutes; 0: never' }),
      }),
      { description: 'The access keys with the role `Tenant Admin` in exactly this tenant, oldest first' },
    ),
    userCount: t.integer(),
    groupCount: t.integer(),
    ssoConfigured: t.flag({
      description: 'The tenant has a default SSO connection. The mappings are those of this connection',
    }),
    roleMappings: t.list(t.object({ groups: t.list(t.text()), roleName: t.text() }), {
      description: 'The roles that groups of the directory give',
    }),
    attributeMapping: t.map(t.text(), {
      description: 'The SCIM attributes that become custom attributes, by the name of the custom attribute',
    }),
    requests: t.list(
      t.object({
        time: t.integer({ description: 'Milliseconds since 1970' }),
        method: t.text(),
        path: t.text({
          description:
            'Below the base URL, with the conditions of a search. Values that the directory sent are left out (`…`)',
        }),
        status: t.integer({ description: 'The HTTP status of the response' }),
        scimType: t.text({ description: 'The kind of the error, if SCIM has one' }),
        detail: t.text({ description: 'Why the request failed; empty if it succeeded' }),
        keyId: t.text({ description: 'The ID of the access key' }),
      }),
      {
        description: `The last ${maxKept} requests that succeeded and the last ${maxKept} that failed, newest first. They are kept for 30 days`,
      },
    ),
  },
  { $id: 'TenantDirectory' },
);

const seconds = (moment: number | null) => Math.floor((moment ?? 0) / 1000);

export function directoryToWire(state: DirectoryState, now: number): Static<typeof directoryOutput> {
  const { baseUrl, tokens, userCount, groupCount, isConnected, roleMappings, requests } = state;
  return {
    baseUrl,
    tokens: tokens.map((key) => ({
      id: key.id,
      name: key.name,
      status: key.status === 'active' && !isLive(key, now) ? ('expired' as const) : key.status,
      createdTime: seconds(key.createdAt),
      expireTime: seconds(key.expiresAt),
      lastUsedTime: seconds(key.lastUsedAt),
    })),
    userCount,
    groupCount,
    ssoConfigured: isConnected,
    roleMappings,
    attributeMapping: state.attributeSources,
    requests: requests.map(({ id: _, occurredAt, ...request }) => ({ time: occurredAt, ...request })),
  };
}
