import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { Confirm } from '../confirm.tsx';
import { tenantsMessages } from './messages.ts';

interface DeleteTenantProps {
  tenant: Tenant;
  opened: boolean;
  onClose(): void;
  onDeleted?(): void;
}

export function DeleteTenant({ tenant, opened, onClose, onDeleted }: DeleteTenantProps) {
  const messages = useMessages(tenantsMessages);
  const { delete: deleteLabel, cannotBeUndone } = useMessages(sharedMessages);
  const [cascade, setCascade] = useState(false);
  const { id, name } = tenant;
  const remove = useWrite((client) => client.management.tenant.delete({ id, cascade }), {
    changes: [['tenants'], ['users'], ['roles']],
    done: messages.deleted(name),
    ...(onDeleted && { onDone: onDeleted }),
  });
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        setCascade(false);
        onClose();
      }}
      title={messages.deleteTitle(name)}
      action={deleteLabel}
      typed={name}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      <Stack gap="sm">
        <div>
          {messages.deleteLead} {cascade ? messages.usersGo : messages.usersStay} {cannotBeUndone}
        </div>
        <Checkbox
          label={messages.cascade}
          checked={cascade}
          onChange={(event) => setCascade(event.currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  );
}
