import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { Tenant } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { ScreenLink } from '../../components/links.tsx';
import { formatMoment } from '../../components/moment.tsx';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useExpiringCertificates } from './use-expiring-certificates.ts';

/** Warns about the identity provider's certificates that have ended or end soon, one warning for each connection. */
export function CertificateWarnings({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const { language } = useLanguage();
  const { data = [] } = useExpiringCertificates();
  const own = data.filter(({ tenantId }) => tenantId === tenant.id);
  const ends = new Map<string, number>();
  for (const { ssoId, expireTime } of own) {
    ends.set(ssoId, Math.min(expireTime, ends.get(ssoId) ?? Number.POSITIVE_INFINITY));
  }
  return [...ends].map(([connection, expireTime]) => {
    const isOver = expireTime * 1000 < now();
    const day = formatMoment(language, expireTime * 1000, 'date');
    return (
      <Alert
        key={connection}
        color={isOver ? 'red' : 'orange'}
        icon={<TriangleAlert aria-hidden />}
        title={isOver ? messages.certificateExpiredOn(day) : messages.certificateExpiresOn(day)}
      >
        {messages.certificateLead}{' '}
        <ScreenLink
          to={`tenants/${encodeURIComponent(tenant.id)}`}
          state={{ tab: 'sso', connection }}
          underline="always"
          c="inherit"
        >
          {messages.toConnection}
        </ScreenLink>
      </Alert>
    );
  });
}
