import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { tenantsWords } from './words.ts';

interface DeleteTenantProps {
  tenant: Tenant;
  opened: boolean;
  onClose(): void;
  onDeleted?(): void;
}

export function DeleteTenant({ tenant, opened, onClose, onDeleted }: DeleteTenantProps) {
  const words = useWords(tenantsWords);
  const { delete: deleteWord, cannotBeUndone } = useWords(everywhere);
  const [cascade, setCascade] = useState(false);
  const { id, name } = tenant;
  const remove = useWrite((client) => client.management.tenant.delete({ id, cascade }), {
    changes: [['tenants'], ['users'], ['roles']],
    done: words.deleted(name),
    ...(onDeleted && { onDone: onDeleted }),
  });
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        setCascade(false);
        onClose();
      }}
      title={words.deleteTitle(name)}
      action={deleteWord}
      typed={name}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      <Stack gap="sm">
        <div>
          {words.deleteLead} {cascade ? words.usersGo : words.usersStay} {cannotBeUndone}
        </div>
        <Checkbox
          label={words.cascade}
          checked={cascade}
          onChange={(event) => setCascade(event.currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  );
}
