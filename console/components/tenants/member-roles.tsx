import { MultiSelect } from '@mantine/core';
import type { Client } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { FormModal } from '../form-modal.tsx';
import { useDialogForm } from '../use-dialog-form.ts';
import { rolesIn } from './member.ts';
import { tenantMessages } from './tenant-messages.ts';
import { useTenantRoles } from './tenant-roles.ts';

interface MemberRolesProps {
  userId: string;
  tenantId: string;
  /** The roles that the member has now. */
  roleNames: string[];
  title: string;
  /** The notification after success. */
  done: string;
  opened: boolean;
  onClose(): void;
}

/** Edits the roles of a member, on the page of the user and on that of the tenant. */
export function MemberRoles({ userId, tenantId, opened, onClose, title, done, ...given }: MemberRolesProps) {
  const messages = useMessages(tenantMessages);
  const { save: saveLabel, nothingFound } = useMessages(sharedMessages);
  const { client } = useProject();
  const roleNames = given.roleNames.toSorted();
  const names = useTenantRoles(tenantId, opened);
  const form = useDialogForm(opened, { initialValues: { roleNames } });
  const mergeSince = useMergeSince(opened, { roleNames });
  const set = (client: Client, names: string[]) =>
    client.management.user.setTenantRoles(userId, tenantId, names);
  const write = useWrite(
    async (client, yours: { roleNames: string[] }) => {
      const current = rolesIn(await unwrap(client.management.user.load(userId)), tenantId).toSorted();
      const merged = mergeSince({ roleNames: yours.roleNames.toSorted() }, { roleNames: current });
      return set(client, merged.roleNames);
    },
    {
      changes: [['user'], ['users']],
      reportsFailure: false,
      done,
      undo: () => unwrap(set(client, roleNames)),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={title}
      action={saveLabel}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <MultiSelect
        label={messages.roles}
        description={messages.rolesLead}
        data={names}
        searchable
        limit={50}
        nothingFoundMessage={nothingFound}
        openOnFocus={false}
        data-autofocus
        {...form.getInputProps('roleNames')}
      />
    </FormModal>
  );
}
