import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { linkLifetimeSeconds } from './invitation-link.tsx';
import { administratorMessages } from './messages.ts';
import { type Rights, RoleChoice } from './role-choice.tsx';

interface InviteProps {
  opened: boolean;
  onClose(): void;
  onToken(token: string): void;
}

/** Creates the administrator, then an invitation link. */
export function Invite({ opened, onClose, onToken }: InviteProps) {
  const messages = useMessages(administratorMessages);
  const { errors, create } = useMessages(sharedMessages);
  const form = useForm({
    initialValues: { email: '', name: '', rights: { role: 'administrator', projects: [] } as Rights },
    validate: { email: (email) => (/^[^\s@]+@\S+$/.test(email.trim()) ? null : errors.email) },
  });
  const link = useWrite(
    (client, loginId: string) =>
      client.management.user.generateEmbeddedLink(loginId, null, linkLifetimeSeconds),
    { onDone: ({ token }) => onToken(token) },
  );
  const invite = useWrite(
    async (client, { email, name, rights }: typeof form.values) => {
      const { role, projects } = rights;
      const roleNames = role ? [role] : [];
      const created = await client.management.user.create(
        ...([email.trim(), email.trim(), null, name.trim(), roleNames] as const),
      );
      if (!created.ok || !created.data || projects.length === 0) return created;
      const { userId } = created.data;
      const set = await client.console.setRoles(userId, role, projects, '');
      return set.ok ? created : { ...set, data: undefined };
    },
    {
      changes: [['administrators']],
      reportsFailure: false,
      onDone: (_, { email }) => {
        close();
        // If this fails, the administrator exists anyway and can get a new link from the list.
        link.mutate(email.trim());
      },
    },
  );
  const close = () => {
    form.reset();
    invite.reset();
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={messages.invite}
      action={create}
      isBusy={invite.isPending}
      isDirty={form.isDirty()}
      error={invite.error}
      form={form}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
    >
      <TextInput
        label={messages.loginId}
        type="email"
        withAsterisk
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput label={messages.name} {...form.getInputProps('name')} />
      <RoleChoice value={form.values.rights} onChange={(rights) => form.setFieldValue('rights', rights)} />
    </FormModal>
  );
}
