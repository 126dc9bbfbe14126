import { Card, Title } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.ts';
import { useProjectSettings } from '../../api/use-project-settings.ts';
import { now } from '../../clock.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { formatMoment } from '../../components/moment.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useSession } from '../../session/session.tsx';
import { overviewMessages } from './messages.ts';

/** Keys that expire within this time are listed. */
const soonSeconds = 14 * 86_400;

/** The certificates of identity providers that expire within this time are listed, but not more than fit. */
const certificateDays = 30;
const mostShown = 5;

export interface AttentionPoint {
  id: string;
  text: string;
  link: ReactNode;
}

/** Finds the problems that an administrator should know about. */
export function useAttention() {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const { mode, holdsMessages } = useSession();
  const dead = useRead(['messages', 'dead', 1], (client) =>
    client.management.messages.search({ status: 'dead', limit: 1 }),
  );
  const keys = useRead(['management-keys'], (client) => client.management.managementKey.search());
  const connectors = useRead(['connectors'], (client) => client.management.connectors.loadAll());
  const settings = useProjectSettings();
  const certificates = useRead(['tenant', 'expiring-certificates'], (client) =>
    client.management.sso.loadExpiringCertificates(certificateDays),
  );
  const all = [dead, keys, connectors, settings, certificates];
  const failed = all.find(({ error }) => error);
  const isPending = all.some((query) => query.isPending);

  const points: AttentionPoint[] = [];
  if (holdsMessages) {
    points.push({
      id: 'held',
      text: messages.heldMessages,
      link: <ScreenLink to="outbox">{messages.deadMessagesAction}</ScreenLink>,
    });
  }
  if (dead.data?.messages.length) {
    points.push({
      id: 'dead',
      text: messages.deadMessages,
      link: (
        <ScreenLink to="outbox" state={{ status: 'dead' }}>
          {messages.deadMessagesAction}
        </ScreenLink>
      ),
    });
  }
  for (const { id, name, expireTime, status } of keys.data ?? []) {
    if (status !== 'active' || !expireTime || expireTime > now() / 1000 + soonSeconds) continue;
    points.push({
      id,
      text: messages.expiringKey(name),
      link: <ScreenLink to="management-keys">{messages.expiringKeyAction}</ScreenLink>,
    });
  }
  for (const { tenantId, tenantName, ssoId, expireTime } of (certificates.data ?? []).slice(0, mostShown)) {
    const day = formatMoment(language, expireTime * 1000, 'date');
    const isOver = expireTime < now() / 1000;
    points.push({
      id: `${tenantId}/${ssoId}`,
      text: (isOver ? messages.expiredCertificate : messages.expiringCertificate)(tenantName, day),
      link: (
        <ScreenLink to={`tenants/${encodeURIComponent(tenantId)}`} state={{ tab: 'sso' }}>
          {messages.certificateAction}
        </ScreenLink>
      ),
    });
  }
  if (
    mode === 'production' &&
    connectors.data &&
    !connectors.data.some(({ channel }) => channel === 'email')
  ) {
    points.push({
      id: 'mail',
      text: messages.noMail,
      link: <ScreenLink to="connectors">{messages.noMailAction}</ScreenLink>,
    });
  }
  if (mode === 'production' && settings.data?.redirectUrls.length === 0) {
    points.push({
      id: 'redirects',
      text: messages.noRedirects,
      link: <ScreenLink to="settings">{messages.noRedirectsAction}</ScreenLink>,
    });
  }

  return { points, isPending, failed };
}

/** Lists the problems, or says that they could not be loaded. */
export function Attention({ points, failed }: Pick<ReturnType<typeof useAttention>, 'points' | 'failed'>) {
  const messages = useMessages(overviewMessages);
  return (
    <Card withBorder padding="md" component="section" aria-labelledby="attention" className="attention">
      <Title order={2} size="h4" mb="xs" id="attention">
        {messages.attention}
      </Title>
      {failed && <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />}
      <ul>
        {points.map(({ id, text, link }) => (
          <li key={id}>
            <TriangleAlert size={16} aria-hidden />
            <span>
              {text} {link}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Says that there is no problem. */
export function AllWell() {
  const messages = useMessages(overviewMessages);
  return (
    <p className="all-well">
      <CircleCheck size={16} aria-hidden />
      {messages.allWell}
    </p>
  );
}
