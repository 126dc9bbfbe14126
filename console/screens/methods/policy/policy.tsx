import { Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SignInPolicy } from '../../../../client/client.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Loading } from '../../../components/loading.tsx';
import { SettingsCard } from '../../../components/settings-card.tsx';
import { TenantSelect } from '../../../components/tenant-select.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useApps, useRoles } from '../../../components/users/lookups.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { policyMessages } from './messages.ts';
import { PolicyFields } from './policy-fields.tsx';
import { keyOf, noPolicy, type PolicyValues, project, type Subject, valuesOf } from './policy-values.ts';
import { useDeletePolicy, usePolicies, useSavePolicy } from './use-policies.ts';

/** The sign-in policies of the project, of tenants, roles and applications. */
export function Policies() {
  const { data, error, refetch } = usePolicies();
  const roles = useRoles().data ?? [];
  const apps = useApps().data ?? [];
  const messages = useMessages(policyMessages);
  const [added, setAdded] = useState<Subject[]>([]);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const find = (subject: Subject) => data.find((one) => keyOf(one) === keyOf(subject));
  const others: Subject[] = [
    ...data.filter(({ scope }) => scope !== 'project'),
    ...added.filter((one) => !find(one)),
  ];
  const titleOf = ({ scope, tenantId, roleId, ssoAppId }: Subject) => {
    if (scope === 'tenant') return messages.ofTenant(tenantId);
    if (scope === 'role') return messages.ofRole(roles.find(({ id }) => id === roleId)?.name ?? roleId);
    return messages.ofApplication(apps.find(({ id }) => id === ssoAppId)?.name ?? ssoAppId);
  };
  return (
    <Stack gap="lg">
      <PolicyCard title={messages.ofProject} subject={project} policy={find(project)} />
      {others.map((subject) => (
        <PolicyCard
          key={keyOf(subject)}
          title={titleOf(subject)}
          subject={subject}
          policy={find(subject)}
          onDeleted={() => setAdded(added.filter((one) => keyOf(one) !== keyOf(subject)))}
        />
      ))}
      <NewPolicy
        taken={others}
        onAdd={(subject) => setAdded([...added.filter((one) => keyOf(one) !== keyOf(subject)), subject])}
      />
    </Stack>
  );
}

interface PolicyCardProps {
  title: string;
  subject: Subject;
  policy: SignInPolicy | undefined;
  onDeleted?: () => void;
}

function PolicyCard({ title, subject, policy, onDeleted }: PolicyCardProps) {
  const { delete: deleteLabel } = useMessages(sharedMessages);
  const messages = useMessages(policyMessages);
  const draft = useDraft<PolicyValues>(policy ? valuesOf(policy) : noPolicy);
  const save = useSavePolicy(subject);
  const remove = useDeletePolicy();
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState(false);
  return (
    <SettingsCard title={title} draft={draft} mayChange={mayChange} save={save}>
      <PolicyFields draft={draft} />
      {onDeleted && (
        <Group>
          <Button variant="default" color="red" onClick={() => (policy ? setAsks(true) : onDeleted())}>
            {deleteLabel}
          </Button>
        </Group>
      )}
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.deleteTitle(title)}
        action={deleteLabel}
        onConfirm={() => remove.mutateAsync(subject).then(onDeleted)}
      >
        {messages.deleteLead}
      </Confirm>
    </SettingsCard>
  );
}

/** Adds the policy of a tenant, a role or an application, which is stored once it is saved. */
function NewPolicy({ taken, onAdd }: { taken: Subject[]; onAdd(subject: Subject): void }) {
  const messages = useMessages(policyMessages);
  const roles = useRoles().data ?? [];
  const apps = useApps().data ?? [];
  const mayChange = useHasRole('administrator');
  const free = roles.filter(({ id }) => taken.every(({ roleId }) => roleId !== id));
  const freeApps = apps.filter(({ id }) => taken.every(({ ssoAppId }) => ssoAppId !== id));
  if (!mayChange) return null;
  return (
    <Card withBorder component="section" p="lg" style={{ overflow: 'visible' }}>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {messages.more}
          </Title>
          <Text size="sm" c="dimmed" mt={4} maw={720}>
            {messages.moreLead}
          </Text>
        </div>
        <Group align="flex-end">
          <Select
            label={messages.forRole}
            data={free.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            value={null}
            onChange={(roleId) => roleId && onAdd({ ...project, scope: 'role', roleId })}
          />
          <TenantSelect
            label={messages.forTenant}
            without={taken.flatMap(({ tenantId }) => (tenantId ? [tenantId] : []))}
            value={null}
            onChange={(tenantId) => tenantId && onAdd({ ...project, scope: 'tenant', tenantId })}
          />
          <Select
            label={messages.forApplication}
            data={freeApps.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            value={null}
            onChange={(ssoAppId) => ssoAppId && onAdd({ ...project, scope: 'application', ssoAppId })}
          />
        </Group>
      </Stack>
    </Card>
  );
}
