import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Tenant } from '../../../client/client.ts';
import { useGo } from '../../parts/links.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { DeleteTenant } from './delete-tenant.tsx';
import { useTenantSwitch } from './tenant-switch.ts';
import { tenantsWords } from './words.ts';

/** What can be done with one tenant of the list. */
export function TenantActions({ tenant }: { tenant: Tenant }) {
  const words = useWords(tenantsWords);
  const { edit, delete: deleteWord } = useWords(everywhere);
  const go = useGo();
  const [isDeleting, setIsDeleting] = useState(false);
  const turn = useTenantSwitch(tenant);
  return (
    <>
      <RowMenu name={tenant.name}>
        <Menu.Item onClick={() => go(`tenants/${tenant.id}`)}>{edit}</Menu.Item>
        <Menu.Item onClick={() => turn(!tenant.disabled)}>
          {tenant.disabled ? words.enable : words.disable}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
          {deleteWord} …
        </Menu.Item>
      </RowMenu>
      <DeleteTenant tenant={tenant} opened={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  );
}
