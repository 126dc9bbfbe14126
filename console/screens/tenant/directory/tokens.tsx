import { Card, Group, Menu, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { TenantDirectory } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { CreateButton } from '../../../components/create-button.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RotateOrDelete } from '../../../components/rotate-or-delete.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useProject } from '../../../session/project.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { directoryMessages } from './messages.ts';

type Token = TenantDirectory['tokens'][number];

const tones = { active: 'good', inactive: 'off', expired: 'bad' } as const;

/** Lists the access keys that are tokens of the directory, and creates, rotates and revokes them. */
export function Tokens({ tenantId, tokens }: { tenantId: string; tokens: Token[] }) {
  const messages = useMessages(directoryMessages);
  const mayChange = useHasRole('administrator');
  const { project } = useProject();
  const [secret, setSecret] = useState<string>();
  const create = useWrite(
    (client) =>
      client.management.accessKey.create({
        name: messages.tokenName,
        keyTenants: [{ tenantId, roleNames: ['Tenant Admin'] }],
      }),
    { changes: changesOf(tenantId), onDone: ({ cleartext }) => setSecret(cleartext) },
  );
  return (
    <Card withBorder component="section" aria-label={messages.tokens}>
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <Title order={3} size="h5">
            {messages.tokens}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.tokensLead}
          </Text>
        </div>
        <CreateButton may={mayChange} onClick={() => create.mutate(undefined)}>
          {messages.createToken}
        </CreateButton>
      </Group>
      {tokens.length === 0 ? (
        <Text size="sm">{messages.noTokens}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label={messages.tokens} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.name}</Table.Th>
                <Table.Th>{messages.status}</Table.Th>
                <Table.Th>{messages.created}</Table.Th>
                <Table.Th>{messages.lastUsed}</Table.Th>
                {mayChange && <Table.Th w={48} aria-label={messages.tokenActions} />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.map((token) => (
                <Table.Tr key={token.id}>
                  <Table.Td>{token.name}</Table.Td>
                  <Table.Td>
                    <StatusBadge tone={tones[token.status]}>{messages[token.status]}</StatusBadge>
                  </Table.Td>
                  <Table.Td>
                    <Moment value={token.createdTime} style="date" />
                  </Table.Td>
                  <Table.Td>
                    <Moment value={token.lastUsedTime} />
                  </Table.Td>
                  {mayChange && (
                    <Table.Td>
                      <Actions tenantId={tenantId} token={token} onSecret={setSecret} />
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <ShownOnce
        title={messages.tokenCreated}
        secret={secret === undefined ? undefined : `${project.id}:${secret}`}
        what={messages.token}
        onClose={() => setSecret(undefined)}
      />
    </Card>
  );
}

function changesOf(tenantId: string): string[][] {
  return [['tenant', tenantId, 'directory'], ['access-keys']];
}

interface ActionsProps {
  tenantId: string;
  token: Token;
  onSecret(secret: string): void;
}

function Actions({ tenantId, token: { id, name, status }, onSecret }: ActionsProps) {
  const messages = useMessages(directoryMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState<'rotate' | 'delete'>();
  const changes = changesOf(tenantId);
  const activate = useWrite((client) => client.management.accessKey.activate(id), {
    changes,
    done: messages.activated(name),
  });
  const deactivate = useWrite((client) => client.management.accessKey.deactivate(id), {
    changes,
    done: messages.deactivated(name),
    undo: () => activate.mutateAsync(undefined),
  });
  const rotate = useWrite((client) => client.management.accessKey.rotate(id), {
    changes,
    onDone: ({ cleartext }) => onSecret(cleartext),
  });
  const remove = useWrite((client) => client.management.accessKey.delete(id), {
    changes,
    done: messages.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        {status === 'inactive' ? (
          <Menu.Item onClick={() => activate.mutate(undefined)}>{messages.activate}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => deactivate.mutate(undefined)}>{messages.deactivate}</Menu.Item>
        )}
        <Menu.Item onClick={() => setAsks('rotate')}>{messages.rotate}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks('delete')}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <RotateOrDelete
        name={name}
        asks={asks}
        onClose={() => setAsks(undefined)}
        messages={messages}
        rotate={() => rotate.mutateAsync(undefined)}
        remove={() => remove.mutateAsync(undefined)}
      />
    </>
  );
}
