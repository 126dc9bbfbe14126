import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Details } from '../../../components/details.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { draftOf } from './draft.ts';
import { GroupsForm } from './groups-form.tsx';
import { mappingMessages } from './mapping-messages.ts';

/** Shows the roles that users get at sign-in. */
export function GroupsCard({ settings }: { settings: SsoSettings }) {
  const messages = useMessages(mappingMessages);
  const { edit, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState<'edit' | 'apply'>();
  const { tenant, ssoId } = settings;
  const { roleMappings, defaultRoles, groupsPriority, groupOverage } = draftOf(settings);
  const apply = useWrite((client) => client.management.sso.recalculateSSOMappings(tenant.id, ssoId), {
    changes: [['users']],
    done: messages.applied,
  });
  const facts: [string, string][] = [
    ...[...new Set(roleMappings.map(({ roleName }) => roleName))].map((role): [string, string] => [
      role,
      roleMappings.flatMap(({ roleName, groups }) => (roleName === role ? groups : [])).join(', '),
    ]),
    ...(defaultRoles.length > 0 ? [[messages.rolesForAll, defaultRoles.join(', ')] as [string, string]] : []),
    ...(groupsPriority.length > 0
      ? [[messages.priority, groupsPriority.join(', ')] as [string, string]]
      : []),
    ...(groupOverage === 'refuse' ? [[messages.overage, messages.overages.refuse] as [string, string]] : []),
  ];
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4">
            {messages.groups}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.groupsLead}
          </Text>
        </div>
        <Group gap="xs">
          {facts.length > 0 && (
            <Button variant="default" size="xs" onClick={() => setAsks('apply')} disabled={!mayChange}>
              {withEllipsis(messages.applyNow)}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => setAsks('edit')} disabled={!mayChange}>
            {edit}
          </Button>
        </Group>
      </Group>
      {facts.length === 0 ? <Text size="sm">{messages.groupsNone}</Text> : <Details facts={facts} />}
      <GroupsForm settings={settings} opened={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <Confirm
        opened={asks === 'apply'}
        onClose={() => setAsks(undefined)}
        title={messages.applyTitle}
        action={messages.applyNow}
        onConfirm={() => apply.mutateAsync(undefined)}
      >
        {messages.applyLead}
      </Confirm>
    </Card>
  );
}
