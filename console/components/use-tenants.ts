import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { useRead } from '../api/use-api.ts';

export interface TenantOption {
  value: string;
  label: string;
}

/** A project can have thousands: so many are offered at once, the others are found by typing. */
const offeredAtOnce = 50;

/** The names of tenants by their IDs, as far as they are known yet and there are such tenants. */
export function useTenantNames(ids: string[]): Map<string, string> {
  const wanted = [...new Set(ids)].sort();
  const named = useRead(
    ['tenants', 'named', ...wanted],
    (client) => client.management.tenant.searchAll({ tenantIds: wanted }),
    { enabled: wanted.length > 0 },
  );
  return new Map(named.data?.map(({ id, name }) => [id, name]));
}

/** Tenants to choose from: those that the server finds by what somebody types, and those that are `chosen`. */
export function useTenantOptions(typed: string, chosen: string[]) {
  // What they are called is kept: what was found before can be chosen still.
  const names = useRef(new Map<string, string>()).current;
  const [text] = useDebouncedValue(typed.trim(), 200);
  const found = useRead(['tenants', 'found', text], (client) =>
    client.management.tenant.searchAll({ ...(text && { text }), limit: offeredAtOnce }),
  );
  for (const { id, name } of found.data ?? []) names.set(id, name);
  const others = useTenantNames(found.data ? chosen.filter((id) => !names.has(id)) : []);
  for (const [id, name] of others) names.set(id, name);
  const offered = new Set(found.data?.map(({ id }) => id));
  const options = [...new Set([...offered, ...chosen])].map(
    (value): TenantOption => ({ value, label: names.get(value) || value }),
  );
  return { options, offered, isFound: found.isSuccess && !found.isPlaceholderData };
}
