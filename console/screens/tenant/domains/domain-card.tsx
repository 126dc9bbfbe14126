import { Alert, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TenantDomain } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { CopyText } from '../../../components/copy-text.tsx';
import { Details } from '../../../components/details.tsx';
import { Moment } from '../../../components/moment.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { domainsMessages } from './messages.ts';

interface DomainCardProps {
  tenantId: string;
  tenantDomain: TenantDomain;
}

/** Shows a domain with its DNS record, verifies it, and deletes the claim. */
export function DomainCard({ tenantId, tenantDomain }: DomainCardProps) {
  const messages = useMessages(domainsMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [isDeleting, setIsDeleting] = useState(false);
  const [found, setFound] = useState<string[]>([]);
  const { domain, status, record, checkedTime, setByAdministrator } = tenantDomain;
  const changes = [['tenant', tenantId], ['tenants']];
  const verify = useWrite((client) => client.management.tenant.verifyDomain(tenantId, domain), {
    changes,
    // A look that finds no record is a successful call, and the card says so.
    done: ({ domain: { lastCheck } }) => (lastCheck === 'found' ? messages.isVerified(domain) : ''),
    onDone: ({ foundValues }) => setFound(foundValues),
  });
  const remove = useWrite((client) => client.management.tenant.deleteDomain(tenantId, domain), {
    changes,
    done: messages.deleted(domain),
  });
  return (
    <Card withBorder component="section" aria-label={domain}>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {domain}
          </Title>
          <StatusBadge tone={status === 'verified' ? 'good' : 'new'}>{messages[status]}</StatusBadge>
        </Group>
        {record && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              disabled={!mayChange}
              loading={verify.isPending}
              onClick={() => verify.mutate(undefined)}
            >
              {messages.verify}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              disabled={!mayChange}
              onClick={() => setIsDeleting(true)}
            >
              {withEllipsis(deleteLabel)}
            </Button>
          </Group>
        )}
      </Group>
      <Stack>
        {setByAdministrator && (
          <Text size="sm" c="dimmed">
            {messages.setByAdministrator}
          </Text>
        )}
        {record && (
          <>
            <Text size="sm">{messages.recordLead}</Text>
            <Details
              facts={[
                [messages.recordName, <CopyText key="name" text={record.name} what={messages.recordName} />],
                [
                  messages.recordValue,
                  <CopyText key="value" text={record.value} what={messages.recordValue} />,
                ],
                ...(checkedTime
                  ? [[messages.lastLook, <Moment key="look" value={checkedTime} />] as [string, ReactNode]]
                  : []),
              ]}
            />
          </>
        )}
        <Problem tenantDomain={tenantDomain} found={found} />
      </Stack>
      <Confirm
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={messages.deleteTitle(domain)}
        action={deleteLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead}
      </Confirm>
    </Card>
  );
}

function Problem({ tenantDomain: { lastCheck }, found }: { tenantDomain: TenantDomain; found: string[] }) {
  const messages = useMessages(domainsMessages);
  if (lastCheck !== 'missing' && lastCheck !== 'failed') return null;
  return (
    <Alert color="orange" icon={<TriangleAlert aria-hidden />} title={messages[lastCheck]}>
      {lastCheck === 'missing' && found.length > 0 && (
        <Stack gap="xs">
          <Text size="sm">{messages.missingAmong}</Text>
          {found.map((text) => (
            <Code key={text} style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Code>
          ))}
        </Stack>
      )}
    </Alert>
  );
}
