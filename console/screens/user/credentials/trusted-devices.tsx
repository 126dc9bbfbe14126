import { Menu, Skeleton } from '@mantine/core';
import { MonitorCheck } from 'lucide-react';
import { useState } from 'react';
import type { Client, User } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { sessionMessages } from '../../../components/users/session-messages.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import type { SignInSummary } from '../use-sign-in-summary.ts';
import { useUserWrite } from '../use-user-write.ts';
import { CredentialRow } from './credential-row.tsx';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listTrustedDevices']>>;
type Device = Extract<ListAnswer, { ok: true }>['data'][number];

interface TrustedDevicesProps {
  user: User;
  devices: SignInSummary['trustedDevices'];
}

/** The devices that skip the second factor. */
export function TrustedDevices({ user, devices: { count, lastUsedTime } }: TrustedDevicesProps) {
  const messages = useMessages(credentialMessages);
  if (count === 0) {
    return <CredentialRow icon={MonitorCheck} name={messages.devices} state={messages.noDevices} />;
  }
  return (
    <CredentialRow
      icon={MonitorCheck}
      name={messages.devices}
      state={
        <>
          {messages.deviceCount(count)} · {messages.lastUsedSince}{' '}
          <Moment value={lastUsedTime} style="relative" />
        </>
      }
      details={<DeviceList userId={user.userId} />}
    />
  );
}

function DeviceList({ userId }: { userId: string }) {
  const messages = useMessages(credentialMessages);
  const { devices: devicesByType } = useMessages(sessionMessages);
  const may = useHasRole('support');
  const devices = useRead(['user', userId, 'devices'], (client) =>
    client.management.user.listTrustedDevices([userId]),
  );
  if (devices.error) return <ErrorNotice error={devices.error} retry={() => void devices.refetch()} />;
  if (!devices.data) return <Skeleton h={36} />;
  return (
    <ul className="plain-list" aria-label={messages.devices}>
      {devices.data.map((device) => (
        <li key={device.id} className="item">
          <div className="item-text">
            {device.name || (devicesByType[device.deviceType] ?? device.deviceType)}
            <div>
              {device.lastLocation} · {messages.lastUsedSince}{' '}
              <Moment value={Number(device.lastLoginTime)} style="relative" /> · {messages.expiresIn}{' '}
              <Moment value={Number(device.expirationTime)} style="relative" />
            </div>
          </div>
          {may && <Remove userId={userId} device={device} />}
        </li>
      ))}
    </ul>
  );
}

function Remove({ userId, device: { id, name, deviceType } }: { userId: string; device: Device }) {
  const messages = useMessages(credentialMessages);
  const { devices } = useMessages(sessionMessages);
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeTrustedDevices(userId, [id]), {
    done: messages.deviceRemoved,
  });
  const shown = name || (devices[deviceType] ?? deviceType);
  return (
    <>
      <RowMenu name={shown}>
        <Menu.Item onClick={() => setAsks(true)}>{messages.removeDevice}</Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removeDeviceTitle(shown)}
        action={messages.removeDeviceAction}
        isReversible
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeDeviceLead}
      </Confirm>
    </>
  );
}
