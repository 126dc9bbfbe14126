import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { useRead } from '../api/use-api.ts';

export interface TenantOption {
  value: string;
  label: string;
}

/** The number of tenants offered at once. A project can have thousands; the user finds the others by typing. */
const offeredAtOnce = 50;

/** Returns the names of tenants by ID, as far as they are loaded and the tenants exist. */
export function useTenantNames(ids: string[]): Map<string, string> {
  const wanted = [...new Set(ids)].sort();
  const named = useRead(
    ['tenants', 'named', ...wanted],
    (client) => client.management.tenant.searchAll({ tenantIds: wanted }),
    { enabled: wanted.length > 0 },
  );
  return new Map(named.data?.map(({ id, name }) => [id, name]));
}

/** Returns the tenants to choose from: the matches for the typed text and those that are already `chosen`. */
export function useTenantOptions(typed: string, chosen: string[]) {
  // Names of earlier matches are kept because those tenants can still be chosen.
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
