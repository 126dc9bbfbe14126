import { Stack, Text } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { useApps, useRoles } from '../users/lookups.ts';
import { nameOf } from '../users/user-facts.ts';
import { accessMessages } from './access-messages.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { Section } from './section.tsx';
import { Tenants } from './tenants.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Shows the user's roles, applications and tenants. */
export function Access({ user }: { user: User }) {
  return (
    <Stack gap="lg">
      <ProjectRoles user={user} />
      <Tenants user={user} />
      <SsoApps user={user} />
    </Stack>
  );
}

function ProjectRoles({ user }: { user: User }) {
  const messages = useMessages(accessMessages);
  const may = useHasRole('administrator');
  const { userId, roleNames, permissions } = user;
  const roles = useRoles();
  const inProject = roles.data?.filter(({ tenantId }) => tenantId === '') ?? [];
  const revert = useUserWrite((client, names: string[]) => client.management.user.setRoles(userId, names));
  const save = useUserWrite((client, names: string[]) => client.management.user.setRoles(userId, names), {
    done: messages.rolesSaved(nameOf(user)),
    undo: () => revert.mutateAsync(roleNames),
  });
  return (
    <Section title={messages.roles} lead={messages.rolesLead}>
      <ChoiceEditor
        label={messages.roles}
        options={inProject.map(({ name }) => ({ value: name, label: name }))}
        error={roles.error}
        value={roleNames}
        disabled={!may}
        isBusy={save.isPending}
        onSave={(names) => save.mutate(names)}
      />
      {permissions.length > 0 && <Text size="sm">{messages.permissions(permissions.join(', '))}</Text>}
    </Section>
  );
}

function SsoApps({ user }: { user: User }) {
  const messages = useMessages(accessMessages);
  const may = useHasRole('administrator');
  const { userId, ssoAppIds } = user;
  const apps = useApps();
  const revert = useUserWrite((client, ids: string[]) => client.management.user.setSSOapps(userId, ids));
  const save = useUserWrite((client, ids: string[]) => client.management.user.setSSOapps(userId, ids), {
    done: messages.appsSaved(nameOf(user)),
    undo: () => revert.mutateAsync(ssoAppIds),
  });
  return (
    <Section title={messages.apps} lead={messages.appsLead}>
      <ChoiceEditor
        label={messages.apps}
        options={(apps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        error={apps.error}
        value={ssoAppIds}
        disabled={!may}
        isBusy={save.isPending}
        onSave={(ids) => save.mutate(ids)}
      />
    </Section>
  );
}
