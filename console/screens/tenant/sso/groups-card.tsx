import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Details } from '../../../parts/details.tsx';
import { useMay } from '../../../session/session.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { draftOf } from './draft.ts';
import { GroupsForm } from './groups-form.tsx';
import { mappingWords } from './mapping-words.ts';

/** The roles that come with a sign-in. */
export function GroupsCard({ settings }: { settings: SsoSettings }) {
  const words = useWords(mappingWords);
  const { edit } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const [asks, setAsks] = useState<'edit' | 'apply'>();
  const { tenant, ssoId } = settings;
  const { roleMappings, defaultRoles, groupsPriority } = draftOf(settings);
  const apply = useWrite((client) => client.management.sso.recalculateSSOMappings(tenant.id, ssoId), {
    changes: [['users']],
    done: words.applied,
  });
  const facts: [string, string][] = [
    ...[...new Set(roleMappings.map(({ roleName }) => roleName))].map((role): [string, string] => [
      role,
      roleMappings.flatMap(({ roleName, groups }) => (roleName === role ? groups : [])).join(', '),
    ]),
    ...(defaultRoles.length > 0 ? [[words.everybodyGets, defaultRoles.join(', ')] as [string, string]] : []),
    ...(groupsPriority.length > 0 ? [[words.priority, groupsPriority.join(', ')] as [string, string]] : []),
  ];
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4">
            {words.groups}
          </Title>
          <Text size="sm" c="dimmed">
            {words.groupsLead}
          </Text>
        </div>
        <Group gap="xs">
          {facts.length > 0 && (
            <Button variant="default" size="xs" onClick={() => setAsks('apply')} disabled={!mayChange}>
              {words.applyNow} …
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => setAsks('edit')} disabled={!mayChange}>
            {edit}
          </Button>
        </Group>
      </Group>
      {facts.length === 0 ? <Text size="sm">{words.groupsNone}</Text> : <Details facts={facts} />}
      <GroupsForm settings={settings} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'apply'}
        onClose={() => setAsks(undefined)}
        title={words.applyTitle}
        action={words.applyNow}
        onConfirm={() => apply.mutateAsync(undefined)}
      >
        {words.applyLead}
      </Confirm>
    </Card>
  );
}
