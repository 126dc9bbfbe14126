import { MultiSelect, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Client, User } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { useApps, useRoles } from '../users/lookups.ts';
import { nameOf } from '../users/user-facts.ts';
import { accessMessages } from './access-messages.ts';
import { Tenants } from './tenants.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Shows the user's roles, applications and tenants. */
export function Access({ user }: { user: User }) {
  return (
    <Stack gap="lg">
      <Tenants user={user} />
      <ProjectRoles user={user} />
      <SsoApps user={user} />
    </Stack>
  );
}

type Lists = Pick<User, 'roleNames' | 'ssoAppIds'>;

/** Saves a list of the user, unless another administrator changed it, too. The order of a list has no meaning. */
function useSaveList<Name extends keyof Lists>(
  user: User,
  name: Name,
  set: (
    client: Client,
    userId: string,
    list: string[],
  ) => ReturnType<Client['management']['user']['setRoles']>,
  done: string,
) {
  const { client } = useProject();
  const { userId } = user;
  const write = async (client: Client, before: Partial<Lists>, changes: Partial<Lists>) => {
    const current = await unwrap(client.management.user.load(userId));
    const merged = merge(before, changes, { [name]: current[name].toSorted() });
    return set(client, userId, merged[name] ?? []);
  };
  return useUserWrite(
    (client, { before, changes }: Draft<Pick<Lists, Name>>) => write(client, before, changes),
    {
      reportsFailure: false,
      done,
      undo: (_, { before, changes }) => unwrap(write(client, changes, before)),
    },
  );
}

function ProjectRoles({ user }: { user: User }) {
  const messages = useMessages(accessMessages);
  const { none, nothingFound } = useMessages(sharedMessages);
  const may = useHasRole('administrator');
  const { roleNames, permissions } = user;
  const roles = useRoles();
  const draft = useDraft(useMemo(() => ({ roleNames: roleNames.toSorted() }), [roleNames]));
  const save = useSaveList(
    user,
    'roleNames',
    (client, userId, names) => client.management.user.setRoles(userId, names),
    messages.rolesSaved(nameOf(user)),
  );
  const chosen = draft.values.roleNames;
  return (
    <SettingsCard title={messages.roles} lead={messages.rolesLead} draft={draft} mayChange={may} save={save}>
      {roles.error && <ErrorNotice error={roles.error} retry={() => void roles.refetch()} />}
      <MultiSelect
        aria-label={messages.roles}
        {...(chosen.length === 0 && { placeholder: none })}
        data={roles.data?.filter(({ tenantId }) => tenantId === '').map(({ name }) => name) ?? chosen}
        value={chosen}
        onChange={(names) => draft.change({ roleNames: names.toSorted() })}
        searchable
        limit={50}
        nothingFoundMessage={nothingFound}
      />
      {permissions.length > 0 && <Text size="sm">{messages.permissions(permissions.join(', '))}</Text>}
    </SettingsCard>
  );
}

function SsoApps({ user }: { user: User }) {
  const messages = useMessages(accessMessages);
  const { none, nothingFound } = useMessages(sharedMessages);
  const may = useHasRole('administrator');
  const { ssoAppIds } = user;
  const apps = useApps();
  const draft = useDraft(useMemo(() => ({ ssoAppIds: ssoAppIds.toSorted() }), [ssoAppIds]));
  const save = useSaveList(
    user,
    'ssoAppIds',
    (client, userId, ids) => client.management.user.setSSOapps(userId, ids),
    messages.appsSaved(nameOf(user)),
  );
  const chosen = draft.values.ssoAppIds;
  return (
    <SettingsCard title={messages.apps} lead={messages.appsLead} draft={draft} mayChange={may} save={save}>
      {apps.error && <ErrorNotice error={apps.error} retry={() => void apps.refetch()} />}
      <MultiSelect
        aria-label={messages.apps}
        {...(chosen.length === 0 && { placeholder: none })}
        data={apps.data?.map(({ id, name }) => ({ value: id, label: name })) ?? chosen}
        value={chosen}
        onChange={(ids) => draft.change({ ssoAppIds: ids.toSorted() })}
        searchable
        limit={50}
        nothingFoundMessage={nothingFound}
      />
    </SettingsCard>
  );
}
