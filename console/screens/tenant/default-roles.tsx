import { Button, Card, Group, MultiSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useUnsaved } from '../../components/unsaved.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { tenantMessages } from './messages.ts';

/** Edits the roles that new members get. */
export function DefaultRoles({ tenant, mayChange }: { tenant: Tenant; mayChange: boolean }) {
  const messages = useMessages(tenantMessages);
  const { save } = useMessages(sharedMessages);
  const { client } = useProject();
  const { id, defaultRoles } = tenant;
  const [chosen, setChosen] = useState(defaultRoles);
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const write = useWrite(
    (client, defaultRoles: string[]) => client.management.tenant.updateDefaultRoles({ id, defaultRoles }),
    {
      changes: [['tenant', id], ['tenants']],
      done: messages.defaultRolesSaved,
      undo: () => unwrap(client.management.tenant.updateDefaultRoles({ id, defaultRoles })),
    },
  );
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(defaultRoles);
  useUnsaved(isChanged && !write.isPending);
  return (
    <Card withBorder>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {messages.defaultRoles}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.defaultRolesLead}
          </Text>
        </div>
        <Group align="flex-end">
          <MultiSelect
            flex={1}
            miw={240}
            aria-label={messages.defaultRoles}
            data={roles.data?.filter(({ tenantId }) => !tenantId).map(({ name }) => name) ?? []}
            value={chosen}
            onChange={setChosen}
            searchable
            disabled={!mayChange}
          />
          <Button
            onClick={() => write.mutate(chosen)}
            loading={write.isPending}
            disabled={!mayChange || !isChanged}
          >
            {save}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
