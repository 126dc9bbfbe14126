import { Loader } from '@mantine/core';
import type { Role } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ScreenLink } from '../../components/links.tsx';
import type { UrlState } from '../../components/url-state.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { rolesMessages } from './messages.ts';

/** Leads to the users who have a role. Their number takes a search, so the list shows it. */
export function Holders({ role: { name, tenantId } }: { role: Role }) {
  const messages = useMessages(rolesMessages);
  return (
    <ScreenLink to="users" state={holdersView(name, tenantId)} label={messages.holdersOf(name)}>
      {messages.toHolders}
    </ScreenLink>
  );
}

/** Returns the filter of the user list for the users with a role. */
export function holdersView(name: string, tenantId: string): UrlState {
  return tenantId ? { tenantRoles: [`${tenantId}:${name}`] } : { roles: [name] };
}

export function HolderCount({ role }: { role: Role }) {
  const messages = useMessages(rolesMessages);
  const { loading } = useMessages(sharedMessages);
  const { language } = useLanguage();
  const { id, tenantId } = role;
  const users = useRead(['users', 'holders', id], (client) =>
    client.management.user.search({
      ...(tenantId ? { tenantRoleIds: { [tenantId]: { values: [id] } } } : { roles: [id] }),
      withTestUser: true,
      limit: 1,
    }),
  );
  if (users.error) return '–';
  if (!users.data) return <Loader size="xs" aria-label={loading} />;
  const count = users.data.total.toLocaleString(language);
  return <span role="status">{tenantId ? messages.inTenant(count) : messages.inProject(count)}</span>;
}
