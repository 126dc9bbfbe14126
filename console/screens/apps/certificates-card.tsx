import { Anchor, Badge, Button, Group, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { SamlCertificate } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { download } from '../../components/download.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { InfoCard } from './connect-card.tsx';
import { connectMessages } from './connect-messages.ts';

/** Shows the certificates of a SAML application, and replaces them in two steps. */
export function CertificatesCard({ appId }: { appId: string }) {
  const messages = useMessages(connectMessages);
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState(false);
  const key = ['app-certificates', appId];
  const { data, error, refetch } = useRead(key, (client) =>
    client.management.ssoApplication.listSamlCertificates(appId),
  );
  const changes = [key, ['apps', appId]];
  const add = useWrite((client) => client.management.ssoApplication.createSamlCertificate(appId), {
    changes,
    done: messages.nextCreated,
  });
  const activate = useWrite((client) => client.management.ssoApplication.activateSamlCertificate(appId), {
    changes,
    done: messages.activated,
  });
  const hasNext = data?.some(({ status }) => status === 'next');
  return (
    <InfoCard title={messages.certificates} lead={messages.certificatesLead}>
      {error ? <ErrorNotice error={error} retry={refetch} /> : !data && <Loading height={120} />}
      {data?.map((one) => (
        <Certificate key={one.fingerprint} appId={appId} certificate={one} />
      ))}
      {data && (
        <Group>
          <Button
            variant="default"
            disabled={!mayChange || hasNext === true}
            loading={add.isPending}
            onClick={() => add.mutate(undefined)}
          >
            {messages.createNext}
          </Button>
          {hasNext && (
            <Button disabled={!mayChange} onClick={() => setAsks(true)}>
              {messages.activate}
            </Button>
          )}
        </Group>
      )}
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.activateTitle}
        action={messages.activateAction}
        onConfirm={() => activate.mutateAsync(undefined)}
      >
        {messages.activateLead}
      </Confirm>
    </InfoCard>
  );
}

function Certificate({ appId, certificate: one }: { appId: string; certificate: SamlCertificate }) {
  const messages = useMessages(connectMessages);
  const { status, fingerprint, certificate, createdTime, expireTime } = one;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Badge variant="light" color={status === 'active' ? 'teal' : 'gray'} tt="none">
          {messages.certificateStatus[status]}
        </Badge>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => download(`${appId}-${status}.pem`, [certificate], 'application/x-pem-file')}
        >
          <Download size={14} aria-hidden /> {messages.download}
        </Anchor>
        <CopyText text={certificate} what={messages.copyPem} shown="PEM" />
      </Group>
      <Details
        facts={[
          [messages.fingerprint, <CopyText key="sha" text={fingerprint} what={messages.fingerprint} />],
          [messages.created, <Moment key="created" value={createdTime} />],
          [messages.expires, <Moment key="expires" value={expireTime} style="date" />],
        ]}
      />
    </Stack>
  );
}
