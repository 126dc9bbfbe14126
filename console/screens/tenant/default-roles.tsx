import { Button, Card, Group, MultiSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useProject } from '../../session/project.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { tenantWords } from './words.ts';

/** What new members are given. */
export function DefaultRoles({ tenant, mayChange }: { tenant: Tenant; mayChange: boolean }) {
  const words = useWords(tenantWords);
  const { save } = useWords(everywhere);
  const { client } = useProject();
  const { id, defaultRoles } = tenant;
  const [chosen, setChosen] = useState(defaultRoles);
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const write = useWrite(
    (client, defaultRoles: string[]) => client.management.tenant.updateDefaultRoles({ id, defaultRoles }),
    {
      changes: [['tenant', id], ['tenants']],
      done: words.defaultRolesSaved,
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
            {words.defaultRoles}
          </Title>
          <Text size="sm" c="dimmed">
            {words.defaultRolesLead}
          </Text>
        </div>
        <Group align="flex-end">
          <MultiSelect
            flex={1}
            miw={240}
            aria-label={words.defaultRoles}
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
