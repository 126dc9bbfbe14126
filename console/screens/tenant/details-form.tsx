import { JsonInput, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { Client, Tenant } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { DraftForm } from '../../components/draft-form.tsx';
import { FormSection } from '../../components/form-section.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { tenantMessages } from '../../components/tenants/tenant-messages.ts';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { type Details, detailsOf, isJsonObject, saveDetails } from './details-values.ts';

/** Edits what the tenant is called, who joins it, and what belongs to it. */
export function DetailsForm({ tenant }: { tenant: Tenant }) {
  const messages = useMessages(tenantMessages);
  const { name, domains, domainsLead } = useMessages(tenantsMessages);
  const { errors } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const draft = useDraft<Details>(useMemo(() => detailsOf(tenant), [tenant]));
  const save = useSaveDetails(tenant.id);
  const roles = useRead(['roles'], (client) => client.management.role.loadAll());
  const { values, change } = draft;
  return (
    <DraftForm label={messages.facts} draft={draft} mayChange={mayChange} save={save}>
      <FormSection title={messages.facts}>
        <TextInput
          label={name}
          withAsterisk
          maw={480}
          value={values.name}
          error={values.name.trim() === '' && errors.required}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TagsInput
          label={domains}
          description={domainsLead}
          placeholder="example.com"
          value={values.selfProvisioningDomains}
          onChange={(selfProvisioningDomains) => change({ selfProvisioningDomains })}
        />
      </FormSection>
      <FormSection title={messages.roleSection}>
        <MultiSelect
          label={messages.defaultRoles}
          description={messages.defaultRolesLead}
          data={roles.data?.filter(({ tenantId }) => !tenantId).map(({ name }) => name) ?? []}
          value={values.defaultRoles}
          onChange={(defaultRoles) => change({ defaultRoles })}
          searchable
        />
        <ScreenLink to="roles" state={{ where: tenant.id }} size="sm">
          {messages.toRoles}
        </ScreenLink>
      </FormSection>
      <FormSection title={messages.attributes}>
        <JsonInput
          aria-label={messages.attributes}
          description={messages.attributesLead}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          value={values.attributes}
          error={!isJsonObject(values.attributes) && messages.attributesRule}
          onChange={(attributes) => change({ attributes })}
        />
      </FormSection>
    </DraftForm>
  );
}

/** Saves the changed fields, unless another administrator changed them, too. */
function useSaveDetails(id: string) {
  const messages = useMessages(tenantMessages);
  const { client } = useProject();
  const write = async (client: Client, before: Partial<Details>, changes: Partial<Details>) => {
    const current = await unwrap(client.management.tenant.load(id));
    return saveDetails(client, current, merge(before, changes, detailsOf(current)));
  };
  return useWrite((client, { before, changes }: Draft<Details>) => write(client, before, changes), {
    changes: [['tenant', id], ['tenants']],
    reportsFailure: false,
    done: messages.saved,
    undo: (_, { before, changes }) => unwrap(write(client, changes, before)),
  });
}
