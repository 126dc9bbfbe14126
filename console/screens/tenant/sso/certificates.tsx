import { Badge, Group, Stack, Text } from '@mantine/core';
import type { SsoSettings } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { now } from '../../../clock.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { messageOf } from '../../../components/error-notice.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { ssoMessages } from './messages.ts';

const soonSeconds = 30 * 86_400;

/** Lists the certificates of the identity provider with what identifies them and when they expire. */
export function Certificates({ settings }: { settings: SsoSettings }) {
  const messages = useMessages(ssoMessages);
  const shared = useMessages(sharedMessages);
  const { ssoId, tenant } = settings;
  const { data, error } = useRead(['tenant', tenant.id, 'certificates', ssoId], (client) =>
    client.management.sso.loadCertificates(tenant.id, ssoId),
  );
  if (error) return <Text size="sm">{messageOf(error, shared)}</Text>;
  if (!data) return <Text size="sm">{shared.loading}</Text>;
  const seconds = now() / 1000;
  return (
    <Stack gap="xs">
      {data.map(({ fingerprint, subject, expireTime }) => (
        <div key={fingerprint}>
          {subject && <Text size="sm">{subject}</Text>}
          <CopyText text={fingerprint} what={messages.fingerprint} />
          <Group gap="xs">
            <Text size="sm">
              {messages.expires} <Moment value={expireTime} style="date" />
            </Text>
            {expireTime < seconds + soonSeconds && (
              <Badge variant="light" tt="none" color={expireTime < seconds ? 'red' : 'orange'}>
                {expireTime < seconds ? messages.expired : messages.expiresSoon}
              </Badge>
            )}
          </Group>
        </div>
      ))}
    </Stack>
  );
}
