import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { inviteMessages } from './invite-messages.ts';

interface InviteAdministratorProps {
  tenantId: string;
  ssoId: string;
  opened: boolean;
  onClose(): void;
}

type Values = { email: string; mapsRoles: boolean };

/** Sends the link with which the tenant’s administrator sets up the connection. The link is not shown here. */
export function InviteAdministrator({ tenantId, ssoId, opened, onClose }: InviteAdministratorProps) {
  const messages = useMessages(inviteMessages);
  const { errors } = useMessages(sharedMessages);
  const form = useDialogForm<Values>(opened, {
    initialValues: { email: '', mapsRoles: false },
    validate: { email: (email) => (/^[^\s@]+@\S+$/.test(email) ? null : errors.email) },
  });
  const send = useWrite(
    (client, { email, mapsRoles }: Values) =>
      client.management.tenant.sendSSOConfigurationLink(tenantId, email, ssoId, mapsRoles),
    {
      changes: [['ssoSetupLinks', tenantId, ssoId]],
      reportsFailure: false,
      done: (_, { email }) => messages.sent(email),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        send.reset();
        onClose();
      }}
      title={messages.invite}
      action={messages.send}
      isBusy={send.isPending}
      isDirty={form.isDirty()}
      error={send.error}
      form={form}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
    >
      <Stack>
        <Text size="sm">{messages.lead}</Text>
        <TextInput
          type="email"
          label={messages.email}
          placeholder="it@example.com"
          required
          {...form.getInputProps('email')}
        />
        <Checkbox
          label={messages.mapRoles}
          description={messages.mapRolesLead}
          {...form.getInputProps('mapsRoles', { type: 'checkbox' })}
        />
      </Stack>
    </FormModal>
  );
}
