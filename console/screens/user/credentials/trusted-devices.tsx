import { Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { Client, User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { credentialMessages } from './credential-messages.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listTrustedDevices']>>;
type Device = Extract<ListAnswer, { ok: true }>['data'][number];

/** Lists the devices that skip the second factor. */
export function TrustedDevices({ user: { userId } }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('support');
  const devices = useRead(['user', userId, 'devices'], (client) =>
    client.management.user.listTrustedDevices([userId]),
  );
  const columns: Column<Device>[] = [
    { id: 'name', title: messages.device, show: ({ name, deviceType }) => name || deviceType },
    {
      id: 'lastUsed',
      title: messages.lastUsed,
      show: ({ lastLoginTime }) => <Moment value={lastLoginTime} />,
    },
    {
      id: 'expires',
      title: messages.expires,
      show: ({ expirationTime }) => <Moment value={expirationTime} />,
    },
  ];
  if (devices.data?.length === 0) return <Section title={messages.devices} lead={messages.noDevices} />;
  return (
    <Section title={messages.devices}>
      <RecordTable
        label={messages.devices}
        columns={columns}
        records={devices.data}
        idOf={({ id }) => id}
        error={devices.error}
        retry={() => void devices.refetch()}
        empty={<Text size="sm">{messages.noDevices}</Text>}
        {...(may && { actions: (device: Device) => <Remove userId={userId} device={device} /> })}
      />
    </Section>
  );
}

function Remove({ userId, device: { id, name, deviceType } }: { userId: string; device: Device }) {
  const messages = useMessages(credentialMessages);
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeTrustedDevices(userId, [id]), {
    done: messages.deviceRemoved,
  });
  const shown = name || deviceType;
  return (
    <>
      <RowMenu name={shown}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {messages.removeDevice}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removeDeviceTitle(shown)}
        action={messages.removeDeviceAction}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeDeviceLead}
      </Confirm>
    </>
  );
}
