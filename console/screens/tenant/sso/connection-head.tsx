import { Button, Group, Menu, Title } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { useMay, useSession } from '../../../session/session.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { defaultConnectionId, protocolOf } from './draft.ts';
import { SetupLink } from './setup-link.tsx';
import { SignInButton, TestButton } from './test-button.tsx';
import { ssoWords } from './words.ts';

interface ConnectionHeadProps {
  tenantId: string;
  settings: SsoSettings;
  onEdit(): void;
  onDeleted(): void;
}

/** What a connection is called, and what can be done with it. */
export function ConnectionHead({ tenantId, settings, onEdit, onDeleted }: ConnectionHeadProps) {
  const words = useWords(ssoWords);
  const { edit, delete: deleteWord, cannotBeUndone } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const { mode } = useSession();
  const [asks, setAsks] = useState<'link' | 'delete'>();
  const { ssoId } = settings;
  const name = settings.displayName || words.defaultConnection;
  const isSetUp = protocolOf(settings) !== undefined;
  const isDefault = ssoId === defaultConnectionId;
  const remove = useWrite((client) => client.management.sso.deleteSettings(tenantId, ssoId), {
    changes: [['tenant', tenantId], ['tenants']],
    done: words.deleted,
    onDone: onDeleted,
  });
  return (
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h4">
        {name}
      </Title>
      <Group gap="xs">
        {isSetUp && <TestButton tenantId={tenantId} ssoId={ssoId} />}
        {isSetUp && isDefault && mode === 'development' && <SignInButton tenantId={tenantId} />}
        {isSetUp && (
          <Button variant="default" onClick={onEdit} disabled={!mayChange}>
            {edit}
          </Button>
        )}
        {mayChange && (
          <RowMenu name={name}>
            <Menu.Item onClick={() => setAsks('link')}>{words.setupLink}</Menu.Item>
            <Menu.Item color="red" onClick={() => setAsks('delete')} disabled={isDefault && !isSetUp}>
              {words.deleteConnection}
            </Menu.Item>
          </RowMenu>
        )}
      </Group>
      <SetupLink
        tenantId={tenantId}
        ssoId={ssoId}
        opened={asks === 'link'}
        onClose={() => setAsks(undefined)}
      />
      <Confirm
        opened={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={words.deleteTitle(name)}
        action={deleteWord}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deleteLead} {cannotBeUndone}
      </Confirm>
    </Group>
  );
}
