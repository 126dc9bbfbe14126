import { Card, Menu, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SSOSetupLink } from '../../../../client/client.ts';
import { useRead, useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { StatusBadge, type Tone } from '../../../components/status-badge.tsx';
import { useNow } from '../../../components/use-now.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { inviteMessages } from './invite-messages.ts';

type State = 'waiting' | 'opened' | 'changed' | 'done' | 'expired';

/** A change after the holder called the setup complete reopens it. */
function stateOf(link: SSOSetupLink, nowMs: number): State {
  if (link.doneTime > 0 && link.doneTime >= link.changedTime) return 'done';
  if (link.expireTime * 1000 <= nowMs) return 'expired';
  if (link.changedTime > 0) return 'changed';
  return link.openedTime > 0 ? 'opened' : 'waiting';
}

/** The console’s own tests use links of a few minutes. */
const isForReaders = ({ sentTo, createdTime, expireTime }: SSOSetupLink) =>
  sentTo !== '' || expireTime - createdTime > 3_600;

const tones: Record<State, Tone> = {
  waiting: 'off',
  opened: 'new',
  changed: 'new',
  done: 'good',
  expired: 'bad',
};

/** Lists the links of a connection with what their holders have done. Absent if there are none. */
export function SetupLinksCard({ tenantId, ssoId }: { tenantId: string; ssoId: string }) {
  const messages = useMessages(inviteMessages);
  const mayChange = useHasRole('administrator');
  const now = useNow();
  const [asked, setAsked] = useState<{ link: SSOSetupLink; what: 'resend' | 'revoke' }>();
  const links = useRead(['ssoSetupLinks', tenantId, ssoId], (client) =>
    client.management.tenant.loadSSOConfigurationLinks(tenantId, ssoId),
  );
  const changes = [['ssoSetupLinks', tenantId, ssoId]];
  const revoke = useWrite(
    (client, { id }: SSOSetupLink) =>
      client.management.tenant.revokeSSOConfigurationLink(tenantId, ssoId, id),
    { changes, done: messages.revoked },
  );
  const resend = useWrite(
    async (client, { id, sentTo, mapRoles }: SSOSetupLink) => {
      const sent = await client.management.tenant.sendSSOConfigurationLink(tenantId, sentTo, ssoId, mapRoles);
      // The new one is on its way first: a failure must not leave the administrator without a link.
      return sent.ok ? client.management.tenant.revokeSSOConfigurationLink(tenantId, ssoId, id) : sent;
    },
    { changes, done: (_, { sentTo }) => messages.sent(sentTo), refetchesOnFailure: true },
  );
  if (links.error) return <ErrorNotice error={links.error} retry={links.refetch} />;
  const shown = links.data?.filter(isForReaders) ?? [];
  if (shown.length === 0) return null;
  const isResending = asked?.what === 'resend';
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {messages.links}
      </Title>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label={messages.links} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.to}</Table.Th>
              <Table.Th>{messages.state}</Table.Th>
              <Table.Th>{messages.changed}</Table.Th>
              <Table.Th>{messages.ends}</Table.Th>
              <Table.Th w={48} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((link) => {
              const state = stateOf(link, now);
              return (
                <Table.Tr key={link.id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {link.sentTo || <Text c="dimmed">{messages.notSent}</Text>}
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>
                  </Table.Td>
                  <Table.Td>
                    {link.changedTime > 0 ? <Moment value={link.changedTime} unit="s" /> : messages.never}
                  </Table.Td>
                  <Table.Td>
                    <Moment value={link.expireTime} unit="s" />
                  </Table.Td>
                  <Table.Td>
                    {mayChange && (
                      <RowMenu name={link.sentTo || link.id}>
                        {link.sentTo && (
                          <Menu.Item onClick={() => setAsked({ link, what: 'resend' })}>
                            {messages.resend}
                          </Menu.Item>
                        )}
                        <Menu.Item color="red" onClick={() => setAsked({ link, what: 'revoke' })}>
                          {messages.revoke}
                        </Menu.Item>
                      </RowMenu>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {asked && (
        <Confirm
          opened
          onClose={() => setAsked(undefined)}
          title={isResending ? messages.resendTitle : messages.revokeTitle}
          action={isResending ? messages.resendAction : messages.revokeAction}
          onConfirm={() => (isResending ? resend : revoke).mutateAsync(asked.link)}
        >
          {isResending ? messages.resendLead(asked.link.sentTo) : messages.revokeLead}
        </Confirm>
      )}
    </Card>
  );
}
