import {
  Checkbox,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { TenantsSelect } from '../../../components/tenant-select.tsx';
import {
  readAttributeCriteria,
  writeAttributeCriteria,
} from '../../../components/users/filter/attribute-criteria.ts';
import { useApps, useAttributes, useRoles } from '../../../components/users/lookups.ts';
import { userMessages } from '../../../components/users/messages.ts';
import type { Filter } from '../../../components/users/view.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { AttributeFilter } from './attribute-filter.tsx';
import { filterMessages } from './messages.ts';
import { TenantRoles } from './tenant-roles.tsx';

interface SectionProps {
  form: UseFormReturnType<Filter>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

export function PeopleSection({ form }: SectionProps) {
  const messages = useMessages(filterMessages);
  const names = useMessages(userMessages);
  const { statuses } = names;
  return (
    <Section title={messages.people}>
      <Checkbox.Group label={names.status} {...form.getInputProps('status')}>
        <Stack gap={6} mt={4}>
          {Object.entries(statuses).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label={names.loginIds}
        description={messages.exactLead}
        {...form.getInputProps('loginIds')}
        clearable
      />
      <TagsInput label={names.email} description={messages.exactLead} {...form.getInputProps('emails')} />
      <TagsInput label={names.phone} description={messages.exactLead} {...form.getInputProps('phones')} />
      <TagsInput
        label={messages.userIds}
        description={messages.exactLead}
        {...form.getInputProps('userIds')}
      />
      <Select
        label={messages.test}
        data={Object.entries(messages.tests).map(([value, label]) => ({
          value: value === 'none' ? '' : value,
          label,
        }))}
        allowDeselect={false}
        {...form.getInputProps('test')}
      />
    </Section>
  );
}

/** The number of options listed at once. The user finds the others by typing. */
const shownAtOnce = 100;

export function GrantsSection({ form }: SectionProps) {
  const messages = useMessages(filterMessages);
  const names = useMessages(userMessages);
  const roles = useRoles().data ?? [];
  const apps = useApps().data ?? [];
  const roleNames = [...new Set(roles.map(({ name }) => name))];
  const { tenants: chosen, tenantRoles, roles: chosenRoles } = form.values;
  const same = { limit: shownAtOnce, searchable: true, clearable: true };
  return (
    <Section title={messages.grants}>
      <TenantsSelect
        label={names.tenants}
        value={chosen}
        onChange={(ids) => form.setFieldValue('tenants', ids)}
      />
      <Checkbox
        label={messages.below}
        disabled={chosen.length === 0}
        {...form.getInputProps('below', { type: 'checkbox' })}
      />
      <MultiSelect
        label={names.roles}
        description={messages.rolesLead}
        data={withChosen(
          roleNames.map((value) => ({ value, label: value })),
          chosenRoles,
        )}
        {...same}
        {...form.getInputProps('roles')}
      />
      <TenantRoles
        value={tenantRoles}
        onChange={(tenantRoles) => form.setFieldValue('tenantRoles', tenantRoles)}
      />
      <Checkbox
        label={messages.everyRole}
        disabled={tenantRoles.length < 2}
        {...form.getInputProps('everyRole', { type: 'checkbox' })}
      />
      <MultiSelect
        label={messages.apps}
        data={withChosen(
          apps.map(({ id, name }) => ({ value: id, label: name })),
          form.values.apps,
        )}
        {...same}
        {...form.getInputProps('apps')}
      />
    </Section>
  );
}

/** Values in the address stay selected even if they no longer exist. */
function withChosen(data: { value: string; label: string }[], chosen: string[]) {
  const known = new Set(data.map(({ value }) => value));
  return [...data, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
}

export function SignInSection({ form }: SectionProps) {
  const messages = useMessages(filterMessages);
  const names = useMessages(userMessages);
  const { yes, no } = useMessages(sharedMessages);
  const answers = [
    { value: '', label: messages.any },
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ];
  return (
    <Section title={messages.signIn}>
      <Checkbox.Group label={messages.has} {...form.getInputProps('has')}>
        <Stack gap={6} mt={4}>
          {Object.entries(names.method).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label={messages.withoutSecondFactor}
        {...form.getInputProps('withoutSecondFactor', { type: 'checkbox' })}
      />
      <Checkbox
        label={messages.neverSignedIn}
        {...form.getInputProps('neverSignedIn', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={messages.emailVerified}
          data={answers}
          allowDeselect={false}
          {...form.getInputProps('emailVerified')}
        />
        <Select
          label={messages.phoneVerified}
          data={answers}
          allowDeselect={false}
          {...form.getInputProps('phoneVerified')}
        />
      </SimpleGrid>
    </Section>
  );
}

export function TimeSection({ form }: SectionProps) {
  const messages = useMessages(filterMessages);
  return (
    <Section title={messages.time}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" label={messages.createdFrom} {...form.getInputProps('createdFrom')} />
        <TextInput type="date" label={messages.createdTo} {...form.getInputProps('createdTo')} />
        <TextInput type="date" label={messages.modifiedFrom} {...form.getInputProps('modifiedFrom')} />
        <TextInput type="date" label={messages.modifiedTo} {...form.getInputProps('modifiedTo')} />
        <TextInput type="date" label={messages.signedInFrom} {...form.getInputProps('signedInFrom')} />
        <TextInput
          type="date"
          label={messages.notSignedInSince}
          {...form.getInputProps('notSignedInSince')}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {messages.signInDays}
      </Text>
    </Section>
  );
}

export function AttributesSection({ form }: SectionProps) {
  const messages = useMessages(filterMessages);
  const attributes = useAttributes().data ?? [];
  const criteria = readAttributeCriteria(form.values.attributes);
  if (attributes.length === 0) return null;
  const change = (name: string, values: unknown[]) =>
    form.setFieldValue('attributes', writeAttributeCriteria(new Map([...criteria, [name, values]])));
  return (
    <Section title={messages.own}>
      {attributes.map((attribute) => (
        <AttributeFilter
          key={attribute.name}
          attribute={attribute}
          values={criteria.get(attribute.name) ?? []}
          onChange={(values) => change(attribute.name, values)}
        />
      ))}
    </Section>
  );
}
