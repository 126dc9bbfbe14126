import type { Tenant, TenantUpdateInput } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { tenantsMessages } from './messages.ts';

/** Returns the fields that `tenant.update` would clear if they were missing. */
export function unchanged(tenant: Tenant): TenantUpdateInput {
  const { id, name, selfProvisioningDomains, enforceSSO, disabled } = tenant;
  return { id, name, selfProvisioningDomains, enforceSSO, disabled };
}

/** Enables or disables sign-ins to the tenant. */
export function useTenantSwitch(tenant: Tenant): (disabled: boolean) => void {
  const messages = useMessages(tenantsMessages);
  const { client } = useProject();
  const { name } = tenant;
  const turn = useWrite(
    (client, disabled: boolean) => client.management.tenant.update({ ...unchanged(tenant), disabled }),
    {
      changes: [['tenants'], ['tenant', tenant.id]],
      done: (_, disabled) => (disabled ? messages.isDisabled(name) : messages.isEnabled(name)),
      undo: () => unwrap(client.management.tenant.update(unchanged(tenant))),
    },
  );
  return turn.mutate;
}
