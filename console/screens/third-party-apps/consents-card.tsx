import { Card, Menu, Stack, Text, Title } from '@mantine/core';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import type { ApplicationConsent } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { thirdPartyMessages } from './messages.ts';

const pageSize = 25;

/** The consents of an application, each of which can be withdrawn. */
export function ConsentsCard({ appId }: { appId: string }) {
  const messages = useMessages(thirdPartyMessages);
  const mayChange = useHasRole('administrator');
  const [page, setPage] = useState(1);
  const consents = useRead(['third-party-consents', appId], (client) =>
    client.management.inboundApplication.searchConsents({ appId, limit: 1_000 }),
  );
  const sort = { field: 'createdTime', desc: true };
  const { records, total } = paged(consents.data, { page, sort, pageSize });
  const nameOf = useNames(records);
  return (
    <Card withBorder component="section" p="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {messages.consents}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {messages.consentsLead}
          </Text>
        </div>
        <RecordTable
          label={messages.consents}
          columns={[
            {
              id: 'user',
              title: messages.consentUser,
              show: (consent) =>
                consent.userId ? (
                  <ScreenLink to={`users/${consent.userId}`}>{nameOf(consent)}</ScreenLink>
                ) : (
                  nameOf(consent)
                ),
            },
            { id: 'scopes', title: messages.scopes, show: ({ scopes }) => scopes.join(', ') },
            {
              id: 'resources',
              title: messages.resources,
              show: ({ resources }) =>
                resources.map(({ resource }) => resource || messages.defaultAudience).join(', '),
            },
            {
              id: 'since',
              title: messages.since,
              show: ({ createdTime }) => <Moment value={createdTime} />,
            },
          ]}
          records={records}
          idOf={({ id }) => id}
          error={consents.error}
          retry={consents.refetch}
          empty={<EmptyState icon={Handshake} title={messages.consentsNone} />}
          page={page}
          pageSize={pageSize}
          total={total}
          onPage={setPage}
          {...(mayChange && {
            actions: (one: ApplicationConsent) => <Actions consent={one} name={nameOf(one)} />,
          })}
        />
      </Stack>
    </Card>
  );
}

/** Returns a function that names the one for whom a consent counts: by a login ID, if the user is among the shown ones. */
function useNames(consents: ApplicationConsent[] | undefined): (consent: ApplicationConsent) => string {
  const { everyone, inTenant } = useMessages(thirdPartyMessages);
  const ids = [...new Set((consents ?? []).flatMap(({ userId }) => userId || []))];
  const users = useRead(['users', 'of-consents', ids], (client) => client.management.user.loadUsers(ids), {
    enabled: ids.length > 0,
  });
  return ({ userId, tenantId }) => {
    if (!userId) return everyone(tenantId);
    const user = users.data?.find((one) => one.userId === userId)?.loginIds[0] ?? userId;
    return tenantId ? inTenant(user, tenantId) : user;
  };
}

function Actions({ consent, name }: { consent: ApplicationConsent; name: string }) {
  const messages = useMessages(thirdPartyMessages);
  const [asks, setAsks] = useState(false);
  const { id, appId, userId } = consent;
  const withdraw = useWrite(
    ({ management: { inboundApplication } }) =>
      userId
        ? inboundApplication.deleteConsents({ consentIds: [id] })
        : inboundApplication.deleteTenantConsents({ consentIds: [id] }),
    { changes: [['third-party-consents', appId]], done: messages.withdrawn },
  );
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {messages.withdraw}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.withdrawTitle(name)}
        action={messages.withdrawAction}
        onConfirm={() => withdraw.mutateAsync(undefined)}
      >
        {messages.withdrawLead}
      </Confirm>
    </>
  );
}
