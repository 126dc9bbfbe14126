import { Button, Card, Code, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { tenantsMessages } from '../tenants/messages.ts';
import { DefaultRoles } from './default-roles.tsx';
import { EditTenant } from './edit-tenant.tsx';
import { tenantMessages } from './messages.ts';

export function Overview({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const { name, parent, created, sso, protocols } = useMessages(tenantsMessages);
  const { edit, none } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const [isEditing, setIsEditing] = useState(false);
  const relatives = [tenant.parent, ...tenant.successors].filter(Boolean);
  const related = useRead(
    ['tenants', 'named', ...relatives],
    (client) => client.management.tenant.searchAll({ tenantIds: relatives }),
    { enabled: relatives.length > 0 },
  );
  const linkTo = (id: string) => (
    <ScreenLink key={id} to={`tenants/${id}`}>
      {related.data?.find((one) => one.id === id)?.name ?? id}
    </ScreenLink>
  );
  const hasAttributes = Object.keys(tenant.customAttributes).length > 0;
  return (
    <Stack>
      <Card withBorder>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            {messages.facts}
          </Title>
          <Button variant="default" size="xs" onClick={() => setIsEditing(true)} disabled={!mayChange}>
            {edit}
          </Button>
        </Group>
        <Details
          facts={[
            ['ID', <CopyText key="id" text={tenant.id} what="ID" />],
            [name, tenant.name],
            [created, <Moment key="created" value={tenant.createdTime} />],
            [messages.joinDomains, tenant.selfProvisioningDomains.join(', ') || none],
            [messages.ssoDomains, tenant.domains.join(', ') || messages.ssoDomainsNone],
            [sso, <SsoLink key="sso" tenant={tenant} text={protocols[tenant.authType]} />],
            ...(tenant.parent ? ([[parent, linkTo(tenant.parent)]] as [string, React.ReactNode][]) : []),
            ...(tenant.successors.length > 0
              ? ([
                  [
                    messages.children,
                    <Group key="children" gap="xs">
                      {tenant.successors.map(linkTo)}
                    </Group>,
                  ],
                ] as [string, React.ReactNode][])
              : []),
            [
              messages.ownRoles,
              <ScreenLink key="roles" to="roles" state={{ where: tenant.id }}>
                {messages.toRoles}
              </ScreenLink>,
            ],
            [
              messages.attributes,
              hasAttributes ? (
                <Code key="attributes" block tabIndex={0} aria-label={messages.attributes}>
                  {JSON.stringify(tenant.customAttributes, null, 2)}
                </Code>
              ) : (
                none
              ),
            ],
          ]}
        />
      </Card>
      <DefaultRoles key={tenant.defaultRoles.join()} tenant={tenant} mayChange={mayChange} />
      <EditTenant tenant={tenant} opened={isEditing} onClose={() => setIsEditing(false)} />
    </Stack>
  );
}

function SsoLink({ tenant, text }: { tenant: Tenant; text: string }) {
  return (
    <ScreenLink to={`tenants/${tenant.id}`} state={{ tab: 'sso' }}>
      {text}
    </ScreenLink>
  );
}
