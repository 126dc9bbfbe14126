import { Button, Card, Code, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { tenantsWords } from '../tenants/words.ts';
import { DefaultRoles } from './default-roles.tsx';
import { EditTenant } from './edit-tenant.tsx';
import { tenantWords } from './words.ts';

export function Overview({ tenant }: { tenant: Tenant }) {
  const words = useWords(tenantWords);
  const { name, parent, created, sso, protocols } = useWords(tenantsWords);
  const { edit, none } = useWords(everywhere);
  const mayChange = useMay('administrator');
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
            {words.facts}
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
            [words.joinDomains, tenant.selfProvisioningDomains.join(', ') || none],
            [words.ssoDomains, tenant.domains.join(', ') || words.ssoDomainsNone],
            [sso, <SsoLink key="sso" tenant={tenant} text={protocols[tenant.authType]} />],
            ...(tenant.parent ? ([[parent, linkTo(tenant.parent)]] as [string, React.ReactNode][]) : []),
            ...(tenant.successors.length > 0
              ? ([
                  [
                    words.children,
                    <Group key="children" gap="xs">
                      {tenant.successors.map(linkTo)}
                    </Group>,
                  ],
                ] as [string, React.ReactNode][])
              : []),
            [
              words.ownRoles,
              <ScreenLink key="roles" to="roles" state={{ where: tenant.id }}>
                {words.toRoles}
              </ScreenLink>,
            ],
            [
              words.attributes,
              hasAttributes ? (
                <Code key="attributes" block tabIndex={0} aria-label={words.attributes}>
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
