import { MultiSelect, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Client, User } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { DraftForm } from '../../components/draft-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormSection } from '../../components/form-section.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useApps, useRoles } from '../../components/users/lookups.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { accessMessages } from './access-messages.ts';
import { Tenants } from './tenants.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Shows the user's tenants, roles and applications. */
export function Access({ user }: { user: User }) {
  return (
    <Stack gap="lg">
      <Tenants user={user} />
      <Grants user={user} />
    </Stack>
  );
}

/** The access of the user in the project as a whole. The order of a list has no meaning. */
interface Lists {
  roleNames: string[];
  ssoAppIds: string[];
}

function listsOf({ roleNames, ssoAppIds }: Lists): Lists {
  return { roleNames: roleNames.toSorted(), ssoAppIds: ssoAppIds.toSorted() };
}

function Grants({ user }: { user: User }) {
  const messages = useMessages(accessMessages);
  const shared = useMessages(sharedMessages);
  const may = useHasRole('administrator');
  const [roles, apps] = [useRoles(), useApps()];
  const draft = useDraft(useMemo(() => listsOf(user), [user]));
  const save = useSaveLists(user);
  const { roleNames, ssoAppIds } = draft.values;
  const choice = (value: string[]) => ({
    value,
    ...(value.length === 0 && { placeholder: shared.none }),
    searchable: true,
    limit: 50,
    nothingFoundMessage: shared.nothingFound,
  });
  return (
    <DraftForm label={messages.grants} draft={draft} mayChange={may} save={save}>
      <FormSection title={messages.roles} lead={messages.rolesLead}>
        {roles.error && <ErrorNotice error={roles.error} retry={() => void roles.refetch()} />}
        <MultiSelect
          aria-label={messages.roles}
          {...choice(roleNames)}
          data={roles.data?.filter(({ tenantId }) => tenantId === '').map(({ name }) => name) ?? roleNames}
          onChange={(names) => draft.change({ roleNames: names.toSorted() })}
        />
        {user.permissions.length > 0 && (
          <Text size="sm">{messages.permissions(user.permissions.join(', '))}</Text>
        )}
      </FormSection>
      <FormSection title={messages.apps} lead={messages.appsLead}>
        {apps.error && <ErrorNotice error={apps.error} retry={() => void apps.refetch()} />}
        <MultiSelect
          aria-label={messages.apps}
          {...choice(ssoAppIds)}
          data={apps.data?.map(({ id, name }) => ({ value: id, label: name })) ?? ssoAppIds}
          onChange={(ids) => draft.change({ ssoAppIds: ids.toSorted() })}
        />
      </FormSection>
    </DraftForm>
  );
}

/** Saves the changed lists, unless another administrator changed them, too. */
function useSaveLists(user: User) {
  const messages = useMessages(accessMessages);
  const { client } = useProject();
  const { userId } = user;
  const write = async ({ management }: Client, before: Partial<Lists>, changes: Partial<Lists>) => {
    const current = await management.user.load(userId);
    if (!current.ok) return current;
    const { roleNames, ssoAppIds } = merge(before, changes, listsOf(current.data));
    const saved = roleNames ? await management.user.setRoles(userId, roleNames) : current;
    return saved.ok && ssoAppIds ? management.user.setSSOapps(userId, ssoAppIds) : saved;
  };
  return useUserWrite((client, { before, changes }: Draft<Lists>) => write(client, before, changes), {
    reportsFailure: false,
    done: messages.grantsSaved(nameOf(user)),
    undo: (_, { before, changes }) => unwrap(write(client, changes, before)),
  });
}
