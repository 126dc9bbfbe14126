import { Button, Group, Menu, Title } from '@mantine/core';
import { useState } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole, useSession } from '../../../session/session.tsx';
import { defaultConnectionId, protocolOf } from './draft.ts';
import { ssoMessages } from './messages.ts';
import { SetupLink } from './setup-link.tsx';
import { SignInButton, TestButton } from './test-button.tsx';

interface ConnectionHeadProps {
  tenantId: string;
  settings: SsoSettings;
  onEdit(): void;
  onDeleted(): void;
}

/** Shows the name of a connection and its actions. */
export function ConnectionHead({ tenantId, settings, onEdit, onDeleted }: ConnectionHeadProps) {
  const messages = useMessages(ssoMessages);
  const { edit, delete: deleteLabel, cannotBeUndone } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const { mode } = useSession();
  const [asks, setAsks] = useState<'link' | 'delete'>();
  const { ssoId } = settings;
  const name = settings.displayName || messages.defaultConnection;
  const isSetUp = protocolOf(settings) !== undefined;
  const isDefault = ssoId === defaultConnectionId;
  const remove = useWrite((client) => client.management.sso.deleteSettings(tenantId, ssoId), {
    changes: [['tenant', tenantId], ['tenants']],
    done: messages.deleted,
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
        <Button variant="default" onClick={() => setAsks('link')} disabled={!mayChange}>
          {messages.setupLink}
        </Button>
        {mayChange && (
          <RowMenu name={name}>
            <Menu.Item color="red" onClick={() => setAsks('delete')} disabled={isDefault && !isSetUp}>
              {messages.deleteConnection}
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
        title={messages.deleteTitle(name)}
        action={deleteLabel}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead} {cannotBeUndone}
      </Confirm>
    </Group>
  );
}
