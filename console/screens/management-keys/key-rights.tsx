import { MultiSelect, Text } from '@mantine/core';
import type { ManagementKey } from '../../../client/client.ts';
import { TenantsSelect } from '../../components/tenant-select.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { managementKeyMessages } from './messages.ts';

const limited = ['project-read-only', 'project-users'] as const;

interface RightsForm {
  values: { rights: string[]; tenantIds: string[] };
  setFieldValue(field: 'rights' | 'tenantIds', value: string[]): void;
}

/** Chooses the rights of a new key. They cannot change later. */
export function KeyRightsFields({ form }: { form: RightsForm }) {
  const messages = useMessages(managementKeyMessages);
  const { rights, tenantIds } = form.values;
  return (
    <>
      <MultiSelect
        label={messages.rights}
        description={messages.rightsLead}
        placeholder={rights.length > 0 ? undefined : messages.everything}
        data={limited.map((role) => ({ value: role, label: messages.roles[role] }))}
        clearable
        value={rights}
        onChange={(value) => form.setFieldValue('rights', value)}
      />
      {rights.length > 0 && (
        <TenantsSelect
          label={messages.onlyTenants}
          value={tenantIds}
          onChange={(value) => form.setFieldValue('tenantIds', value)}
        />
      )}
    </>
  );
}

/** Shows the rights of a key. */
export function KeyRights({ managementKey: { reBac } }: { managementKey: ManagementKey }) {
  const messages = useMessages(managementKeyMessages);
  const [grant] = reBac.projectRoles;
  const roles = limited.filter((role) => grant?.roles.includes(role));
  const tenants = grant?.tenantIds && messages.inTenants(grant.tenantIds.join(', '));
  return (
    <Text size="xs" c="dimmed">
      {roles.map((role) => messages.roles[role]).join(', ') || messages.everything}
      {tenants && ` (${tenants})`}
    </Text>
  );
}
