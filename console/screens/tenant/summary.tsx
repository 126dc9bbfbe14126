import { Avatar, Badge, Skeleton } from '@mantine/core';
import type { Tenant } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { Chips } from '../../components/chips.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { initialsOf } from '../../components/initials-of.ts';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { type Fact, RecordSummary } from '../../components/record-summary.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { TenantStatus } from '../../components/tenants/tenant-columns.tsx';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { useTenantNames } from '../../components/use-tenants.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useExpiringCertificates } from './use-expiring-certificates.ts';

/** Identifies the tenant at a glance. Each fact leads to the tab that has more about it. */
export function TenantSummary({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const { parent, created } = useMessages(tenantsMessages);
  const { none, moreOf } = useMessages(sharedMessages);
  const { id, successors, domains, selfProvisioningDomains, createdTime } = tenant;
  const path = `tenants/${encodeURIComponent(id)}`;
  const relatives = [tenant.parent, ...successors].filter(Boolean);
  const names = useTenantNames(relatives);
  const chipsOf = (ids: string[]) => (
    <Chips
      chips={ids.map((id) => ({
        id,
        text: names.get(id) ?? id,
        to: `tenants/${encodeURIComponent(id)}`,
      }))}
      more={(rest) => moreOf(rest)}
    />
  );
  const domainChips = (names: string[], tab: string) =>
    names.length === 0 ? (
      <span className="dimmed">{none}</span>
    ) : (
      <Chips
        chips={names.map((name) => ({ id: name, text: name }))}
        more={(rest) => (
          <ScreenLink to={path} state={{ tab }}>
            {moreOf(rest)}
          </ScreenLink>
        )}
      />
    );
  const facts: Fact[] = [
    { name: messages.tabs.members, tab: 'members', value: <MemberCount tenantId={id} /> },
    { name: messages.tabs.sso, tab: 'sso', value: <SsoState tenant={tenant} /> },
    { name: messages.ssoDomains, tab: 'sso', value: domainChips(domains, 'sso') },
  ];
  const minor: Fact[] = [
    {
      name: messages.joinDomains,
      tab: 'overview',
      value: domainChips(selfProvisioningDomains, 'overview'),
    },
    ...(tenant.parent ? [{ name: parent, value: chipsOf([tenant.parent]) }] : []),
    ...(successors.length > 0 ? [{ name: messages.children, value: chipsOf(successors) }] : []),
    { name: 'ID', value: <CopyText text={id} what="ID" /> },
    { name: created, value: <Moment value={createdTime} /> },
  ];
  return (
    <RecordSummary
      label={messages.summary}
      path={path}
      head={<Head tenant={tenant} />}
      facts={facts}
      minor={minor}
    />
  );
}

function Head({ tenant: { name, disabled } }: { tenant: Tenant }) {
  return (
    <>
      <Avatar color="brand" size={48} radius="md" flex="none" alt="" aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <div>
        <div className="summary-name" title={name}>
          {name}
        </div>
        <TenantStatus disabled={disabled} />
      </div>
    </>
  );
}

function MemberCount({ tenantId }: { tenantId: string }) {
  const messages = useMessages(tenantMessages);
  const { language } = useLanguage();
  const { data, error } = useRead(['users', 'count', tenantId], (client) =>
    client.management.user.search({ tenantIds: [tenantId], limit: 1, withTestUser: true }),
  );
  if (error) return '–';
  if (!data) return <Skeleton h={16} w={80} my={2} />;
  return messages.memberCount(data.total, data.total.toLocaleString(language));
}

/** The protocol, whether members must use it, and certificates that end soon. */
function SsoState({ tenant: { id, authType, enforceSSO, additionalSSOConfigs } }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const { protocols } = useMessages(tenantsMessages);
  const { data = [] } = useExpiringCertificates(authType !== 'none');
  const ending = data.filter(({ tenantId }) => tenantId === id);
  const [first] = ending.toSorted((a, b) => a.expireTime - b.expireTime);
  const isOver = first && first.expireTime * 1000 < now();
  return (
    <>
      {protocols[authType]}
      {enforceSSO && <small>{messages.ssoRequired}</small>}
      {additionalSSOConfigs.length > 0 && (
        <small>{messages.moreConnections(additionalSSOConfigs.length)}</small>
      )}
      {first && (
        <Badge color={isOver ? 'red' : 'orange'} variant="light" tt="none" mt={4} h="auto" py={2}>
          {isOver ? messages.certificateExpired : messages.certificateExpires}{' '}
          <Moment value={first.expireTime} style="relative" />
        </Badge>
      )}
    </>
  );
}
