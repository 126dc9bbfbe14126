import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { useGo } from '../../components/links.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { DeleteTenant } from '../../components/tenants/delete-tenant.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { useTenantSwitch } from '../../components/tenants/tenant-switch.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

/** The list's actions for one tenant. */
export function TenantActions({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantsMessages);
  const { edit, delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const go = useGo();
  const [isDeleting, setIsDeleting] = useState(false);
  const turn = useTenantSwitch(tenant);
  return (
    <>
      <RowMenu name={tenant.name}>
        <Menu.Item onClick={() => go(`tenants/${tenant.id}`)}>{edit}</Menu.Item>
        <Menu.Item onClick={() => turn(!tenant.disabled)}>
          {tenant.disabled ? messages.enable : messages.disable}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <DeleteTenant tenant={tenant} opened={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  );
}
