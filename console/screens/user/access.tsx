import { Stack, Text } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { useApps, useRoles } from '../users/lookups.ts';
import { nameOf } from '../users/user-facts.ts';
import { accessWords } from './access-words.ts';
import { ChoiceEditor } from './choice-editor.tsx';
import { Section } from './section.tsx';
import { Tenants } from './tenants.tsx';
import { useUserWrite } from './use-user-write.ts';

/** What the user may do, and where. */
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
  const words = useWords(accessWords);
  const may = useMay('administrator');
  const { userId, roleNames, permissions } = user;
  const roles = useRoles();
  const inProject = roles.data?.filter(({ tenantId }) => tenantId === '') ?? [];
  const takeBack = useUserWrite((client, names: string[]) => client.management.user.setRoles(userId, names));
  const save = useUserWrite((client, names: string[]) => client.management.user.setRoles(userId, names), {
    done: words.rolesSaved(nameOf(user)),
    undo: () => takeBack.mutateAsync(roleNames),
  });
  return (
    <Section title={words.roles} lead={words.rolesLead}>
      <ChoiceEditor
        label={words.roles}
        options={inProject.map(({ name }) => ({ value: name, label: name }))}
        error={roles.error}
        value={roleNames}
        disabled={!may}
        isBusy={save.isPending}
        onSave={(names) => save.mutate(names)}
      />
      {permissions.length > 0 && <Text size="sm">{words.permissions(permissions.join(', '))}</Text>}
    </Section>
  );
}

function SsoApps({ user }: { user: User }) {
  const words = useWords(accessWords);
  const may = useMay('administrator');
  const { userId, ssoAppIds } = user;
  const apps = useApps();
  const takeBack = useUserWrite((client, ids: string[]) => client.management.user.setSSOapps(userId, ids));
  const save = useUserWrite((client, ids: string[]) => client.management.user.setSSOapps(userId, ids), {
    done: words.appsSaved(nameOf(user)),
    undo: () => takeBack.mutateAsync(ssoAppIds),
  });
  return (
    <Section title={words.apps} lead={words.appsLead}>
      <ChoiceEditor
        label={words.apps}
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
