import { Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { Client, User } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment } from '../../parts/moment.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { credentialWords } from './credentials-words.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listTrustedDevices']>>;
type Device = Extract<ListAnswer, { ok: true }>['data'][number];

/** Devices that are not asked for a second factor. */
export function TrustedDevices({ user: { userId } }: { user: User }) {
  const words = useWords(credentialWords);
  const may = useMay('support');
  const devices = useRead(['user', userId, 'devices'], (client) =>
    client.management.user.listTrustedDevices([userId]),
  );
  const columns: Column<Device>[] = [
    { id: 'name', title: words.device, show: ({ name, deviceType }) => name || deviceType },
    {
      id: 'lastUsed',
      title: words.lastUsed,
      show: ({ lastLoginTime }) => <Moment value={lastLoginTime} />,
    },
    { id: 'expires', title: words.expires, show: ({ expirationTime }) => <Moment value={expirationTime} /> },
  ];
  if (devices.data?.length === 0) return <Section title={words.devices} lead={words.noDevices} />;
  return (
    <Section title={words.devices}>
      <RecordTable
        label={words.devices}
        columns={columns}
        records={devices.data}
        idOf={({ id }) => id}
        error={devices.error}
        retry={() => void devices.refetch()}
        empty={<Text size="sm">{words.noDevices}</Text>}
        {...(may && { actions: (device: Device) => <Remove userId={userId} device={device} /> })}
      />
    </Section>
  );
}

function Remove({ userId, device: { id, name, deviceType } }: { userId: string; device: Device }) {
  const words = useWords(credentialWords);
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeTrustedDevices(userId, [id]), {
    done: words.deviceRemoved,
  });
  const shown = name || deviceType;
  return (
    <>
      <RowMenu name={shown}>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {words.removeDevice}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.removeDeviceTitle(shown)}
        action={words.removeDeviceAction}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.removeDeviceLead}
      </Confirm>
    </>
  );
}
