import { Checkbox, MultiSelect, Text } from '@mantine/core';
import type { ManagementKey } from '../../../client/client.ts';
import { instanceRole, keyRoles } from '../../../client/constants.ts';
import { TenantsSelect } from '../../components/tenant-select.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { managementKeyMessages } from './messages.ts';

export interface ChosenRights {
  rights: string[];
  tenantIds: string[];
  overInstance: boolean;
}

interface RightsForm {
  values: ChosenRights;
  setFieldValue(field: 'rights' | 'tenantIds', value: string[]): void;
  setFieldValue(field: 'overInstance', value: boolean): void;
}

/** Returns the rights as the API takes them. */
export function reBacOf(projectId: string, { rights, tenantIds, overInstance: isOver }: ChosenRights) {
  const isLimited = rights.length > 0;
  return {
    projectRoles: [
      {
        projectIds: [projectId],
        roles: isLimited ? rights : ['project-full-access'],
        ...(isLimited && tenantIds.length > 0 && { tenantIds }),
      },
    ],
    ...(isOver && !isLimited && { companyRoles: [instanceRole] }),
  };
}

/** Chooses the rights of a new key. They cannot change later. */
export function KeyRightsFields({ form }: { form: RightsForm }) {
  const messages = useMessages(managementKeyMessages);
  const mayGiveInstance = useHasRole('owner');
  const { rights, tenantIds } = form.values;
  return (
    <>
      <MultiSelect
        label={messages.rights}
        description={messages.rightsLead}
        placeholder={rights.length > 0 ? undefined : messages.everything}
        data={keyRoles.map((role) => ({ value: role, label: messages.roles[role] }))}
        clearable
        value={rights}
        onChange={(value) => form.setFieldValue('rights', value)}
      />
      {rights.length === 0 && mayGiveInstance && (
        <Checkbox
          label={messages.overInstance}
          description={messages.overInstanceLead}
          checked={form.values.overInstance}
          onChange={(event) => form.setFieldValue('overInstance', event.currentTarget.checked)}
        />
      )}
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
  const full = reBac.companyRoles.includes(instanceRole)
    ? messages.everythingAndInstance
    : messages.everything;
  const roles = keyRoles.filter((role) => grant?.roles.includes(role));
  const tenants = grant?.tenantIds && messages.inTenants(grant.tenantIds.join(', '));
  return (
    <Text size="xs" c="dimmed">
      {roles.map((role) => messages.roles[role]).join(', ') || full}
      {tenants && ` (${tenants})`}
    </Text>
  );
}
