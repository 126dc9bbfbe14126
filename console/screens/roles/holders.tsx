import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { rolesMessages } from './messages.ts';

/** Shows how many users have a role. Counts only on request, because it takes a search. */
export function Holders({ role }: { role: Role }) {
  const messages = useMessages(rolesMessages);
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <HolderCount role={role} />;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => setIsAsked(true)}
      aria-label={messages.countOf(role.name)}
    >
      {messages.count}
    </Button>
  );
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
