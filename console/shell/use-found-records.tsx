import { useDebouncedValue } from '@mantine/hooks';
import { AppWindow, Building2, type LucideIcon, ShieldCheck, User } from 'lucide-react';
import { useRead } from '../api/use-api.ts';
import { isSearchable } from '../components/users/view.ts';

/** A record that matches what was typed. */
export interface FoundRecord {
  id: string;
  label: string;
  description: string;
  icon: LucideIcon;
  /** Relative to the project. */
  path: string;
}

const shown = 6;
const nothing = { users: [], tenants: [], apps: [], roles: [] };

/** Finds users, tenants, applications and roles of the project by a part of their names, once the typing pauses. */
export function useFoundRecords(query: string): Record<keyof typeof nothing, FoundRecord[]> {
  const typed = query.trim();
  const [text] = useDebouncedValue(typed, 200);
  const options = { enabled: isSearchable(text) };
  const users = useRead(
    ['users', 'palette', text],
    (client) => client.management.user.search({ text, limit: shown }),
    options,
  );
  const tenants = useRead(
    ['tenants', 'palette', text],
    (client) => client.management.tenant.searchAll({ text, limit: shown }),
    options,
  );
  const roles = useRead(
    ['roles', 'palette', text],
    (client) => client.management.role.search({ text, limit: shown }),
    options,
  );
  const apps = useRead(['apps'], (client) => client.management.ssoApplication.loadAll(), options);
  // Enter must not open what matched an earlier text.
  if (!options.enabled || text !== typed) return nothing;
  const current = <T,>({ data, isPlaceholderData }: { data: T | undefined; isPlaceholderData: boolean }) =>
    isPlaceholderData ? undefined : data;
  return {
    users: (current(users)?.users ?? []).map(({ userId, name, loginIds }) => ({
      id: userId,
      label: name || loginIds[0] || userId,
      description: loginIds.join(', '),
      icon: User,
      path: `users/${userId}`,
    })),
    tenants: (current(tenants) ?? []).map(({ id, name }) => ({
      id: `tenant ${id}`,
      label: name,
      description: id,
      icon: Building2,
      path: `tenants/${id}`,
    })),
    roles: (current(roles) ?? []).map(({ id, name, description }) => ({
      id: `role ${id}`,
      label: name,
      description,
      icon: ShieldCheck,
      path: `roles?text=${encodeURIComponent(name)}`,
    })),
    apps: (apps.data ?? [])
      .filter(({ id, name }) => [id, name].some((part) => part.toLowerCase().includes(text.toLowerCase())))
      .slice(0, shown)
      .map(({ id, name }) => ({
        id: `app ${id}`,
        label: name,
        description: id,
        icon: AppWindow,
        path: `apps/${id}`,
      })),
  };
}
