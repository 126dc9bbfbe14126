import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { FormModal } from '../../../parts/form-modal.tsx';
import { ShownOnce } from '../../../parts/once.tsx';
import { useDialogForm } from '../../../parts/use-dialog-form.ts';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { ssoWords } from './words.ts';

interface SetupLinkProps {
  tenantId: string;
  ssoId: string;
  opened: boolean;
  onClose(): void;
}

type Values = { days: string; email: string };

const daySeconds = 86_400;

/** With which the tenant's own administrator sets up the connection. */
export function SetupLink({ tenantId, ssoId, opened, onClose }: SetupLinkProps) {
  const words = useWords(ssoWords);
  const { optional, errors } = useWords(everywhere);
  const [link, setLink] = useState<string>();
  const [isRevoking, setIsRevoking] = useState(false);
  const form = useDialogForm<Values>(opened, {
    initialValues: { days: '7', email: '' },
    validate: { email: (email) => (!email || /^\S+@\S+$/.test(email) ? null : errors.email) },
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
      tellsFailure: false,
      done: (_, { email }) => (email ? words.linkSent(email) : ''),
      onDone: ({ adminSSOConfigurationLink }) => {
        setLink(adminSSOConfigurationLink);
        onClose();
      },
    },
  );
  const revoke = useWrite((client) => client.management.tenant.revokeSSOConfigurationLink(tenantId, ssoId), {
    done: words.linksRevoked,
  });
  return (
    <>
      <FormModal
        opened={opened}
        onClose={() => {
          make.reset();
          onClose();
        }}
        title={words.linkTitle}
        action={words.linkMake}
        isBusy={make.isPending}
        error={make.error}
        onSubmit={form.onSubmit((values) => make.mutate(values))}
      >
        <Stack>
          <Text size="sm">{words.linkLead}</Text>
          <Select
            label={words.linkLifetime}
            data={['1', '7', '30'].map((days) => ({ value: days, label: words.linkDays(Number(days)) }))}
            allowDeselect={false}
            {...form.getInputProps('days')}
          />
          <TextInput
            type="email"
            label={`${words.linkEmail} (${optional})`}
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
              {words.linkRevoke} …
            </Button>
          </Group>
        </Stack>
      </FormModal>
      <ShownOnce
        title={words.linkMade}
        secret={link}
        what={words.linkWhat}
        onClose={() => setLink(undefined)}
      />
      <Confirm
        opened={isRevoking}
        onClose={() => setIsRevoking(false)}
        title={words.linkRevokeTitle}
        action={words.linkRevoke}
        onConfirm={() => revoke.mutateAsync(undefined)}
      >
        {words.linkRevokeLead}
      </Confirm>
    </>
  );
}
