import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { rolesWords } from './words.ts';

/** How many have a role: counted when somebody asks, because it takes a search. */
export function Holders({ role }: { role: Role }) {
  const words = useWords(rolesWords);
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <HolderCount role={role} />;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => setIsAsked(true)}
      aria-label={words.countOf(role.name)}
    >
      {words.count}
    </Button>
  );
}

export function HolderCount({ role }: { role: Role }) {
  const words = useWords(rolesWords);
  const { loading } = useWords(everywhere);
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
  return <span role="status">{tenantId ? words.inTenant(count) : words.inProject(count)}</span>;
}
