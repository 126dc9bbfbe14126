import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { ssoMessages } from './messages.ts';

interface SetupLinkProps {
  tenantId: string;
  ssoId: string;
  opened: boolean;
  onClose(): void;
}

type Values = { days: string; email: string };

const daySeconds = 86_400;

/** Creates the link with which the tenant's administrator sets up the connection. */
export function SetupLink({ tenantId, ssoId, opened, onClose }: SetupLinkProps) {
  const messages = useMessages(ssoMessages);
  const { optional, errors, withEllipsis } = useMessages(sharedMessages);
  const [link, setLink] = useState<string>();
  const [isRevoking, setIsRevoking] = useState(false);
  const form = useDialogForm<Values>(opened, {
    initialValues: { days: '7', email: '' },
    validate: { email: (email) => (!email || /^[^\s@]+@\S+$/.test(email) ? null : errors.email) },
  });
  const make = useWrite(
    (client, { days, email }: Values) =>
      client.management.tenant.generateSSOConfigurationLink(
        tenantId,
        Number(days) * daySeconds,
        ssoId,
        email || undefined,
      ),
    {
      changes: [['ssoSetupLinks', tenantId, ssoId]],
      reportsFailure: false,
      done: (_, { email }) => (email ? messages.linkSent(email) : ''),
      onDone: ({ adminSSOConfigurationLink }) => {
        setLink(adminSSOConfigurationLink);
        onClose();
      },
    },
  );
  const revoke = useWrite((client) => client.management.tenant.revokeSSOConfigurationLink(tenantId, ssoId), {
    changes: [['ssoSetupLinks', tenantId, ssoId]],
    done: messages.linksRevoked,
  });
  return (
    <>
      <FormModal
        opened={opened}
        onClose={() => {
          make.reset();
          onClose();
        }}
        title={messages.linkTitle}
        action={messages.linkCreate}
        isBusy={make.isPending}
        isDirty={form.isDirty()}
        error={make.error}
        form={form}
        onSubmit={form.onSubmit((values) => make.mutate(values))}
      >
        <Stack>
          <Text size="sm">{messages.linkLead}</Text>
          <Select
            label={messages.linkLifetime}
            data={['1', '7', '30'].map((days) => ({ value: days, label: messages.linkDays(Number(days)) }))}
            allowDeselect={false}
            {...form.getInputProps('days')}
          />
          <TextInput
            type="email"
            label={`${messages.linkEmail} (${optional})`}
            placeholder="admin@example.com"
            {...form.getInputProps('email')}
          />
          <Group>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() => {
                onClose();
                setIsRevoking(true);
              }}
            >
              {withEllipsis(messages.linkRevoke)}
            </Button>
          </Group>
        </Stack>
      </FormModal>
      <ShownOnce
        title={messages.linkCreated}
        secret={link}
        what={messages.linkWhat}
        onClose={() => setLink(undefined)}
      />
      <Confirm
        opened={isRevoking}
        onClose={() => setIsRevoking(false)}
        title={messages.linkRevokeTitle}
        action={messages.linkRevoke}
        onConfirm={() => revoke.mutateAsync(undefined)}
      >
        {messages.linkRevokeLead}
      </Confirm>
    </>
  );
}
