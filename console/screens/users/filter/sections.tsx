import { Checkbox, MultiSelect, Select, SimpleGrid, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { TenantsSelect } from '../../../parts/tenant-select.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { useApps, useAttributes, useRoles } from '../lookups.ts';
import type { Filter } from '../view.ts';
import { userWords } from '../words.ts';
import { AttributeFilter } from './attribute-filter.tsx';
import { readAttributeWishes, writeAttributeWishes } from './attribute-wishes.ts';
import { TenantRoles } from './tenant-roles.tsx';
import { filterWords } from './words.ts';

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
  const words = useWords(filterWords);
  const names = useWords(userWords);
  const { statuses } = names;
  return (
    <Section title={words.people}>
      <Checkbox.Group label={names.status} {...form.getInputProps('status')}>
        <Stack gap={6} mt={4}>
          {Object.entries(statuses).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label={names.loginIds}
        description={words.exactLead}
        {...form.getInputProps('loginIds')}
        clearable
      />
      <TagsInput label={names.email} description={words.exactLead} {...form.getInputProps('emails')} />
      <TagsInput label={names.phone} description={words.exactLead} {...form.getInputProps('phones')} />
      <TagsInput label={words.userIds} description={words.exactLead} {...form.getInputProps('userIds')} />
      <Select
        label={words.test}
        data={Object.entries(words.tests).map(([value, label]) => ({
          value: value === 'none' ? '' : value,
          label,
        }))}
        allowDeselect={false}
        {...form.getInputProps('test')}
      />
    </Section>
  );
}

/** So many are listed at once; the others are found by typing. */
const shownAtOnce = 100;

export function GrantsSection({ form }: SectionProps) {
  const words = useWords(filterWords);
  const names = useWords(userWords);
  const roles = useRoles().data ?? [];
  const apps = useApps().data ?? [];
  const roleNames = [...new Set(roles.map(({ name }) => name))];
  const { tenants: chosen, tenantRoles, roles: chosenRoles } = form.values;
  const same = { limit: shownAtOnce, searchable: true, clearable: true };
  return (
    <Section title={words.grants}>
      <TenantsSelect
        label={names.tenants}
        value={chosen}
        onChange={(ids) => form.setFieldValue('tenants', ids)}
      />
      <Checkbox
        label={words.below}
        disabled={chosen.length === 0}
        {...form.getInputProps('below', { type: 'checkbox' })}
      />
      <MultiSelect
        label={names.roles}
        description={words.rolesLead}
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
        label={words.everyRole}
        disabled={tenantRoles.length < 2}
        {...form.getInputProps('everyRole', { type: 'checkbox' })}
      />
      <MultiSelect
        label={words.apps}
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

/** What the address names stays chosen, although there may be no such thing any more. */
function withChosen(data: { value: string; label: string }[], chosen: string[]) {
  const known = new Set(data.map(({ value }) => value));
  return [...data, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
}

export function SignInSection({ form }: SectionProps) {
  const words = useWords(filterWords);
  const names = useWords(userWords);
  const { yes, no } = useWords(everywhere);
  const answers = [
    { value: '', label: words.any },
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ];
  return (
    <Section title={words.signIn}>
      <Checkbox.Group label={words.has} {...form.getInputProps('has')}>
        <Stack gap={6} mt={4}>
          {Object.entries(names.method).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={words.emailVerified}
          data={answers}
          allowDeselect={false}
          {...form.getInputProps('emailVerified')}
        />
        <Select
          label={words.phoneVerified}
          data={answers}
          allowDeselect={false}
          {...form.getInputProps('phoneVerified')}
        />
      </SimpleGrid>
    </Section>
  );
}

export function TimeSection({ form }: SectionProps) {
  const words = useWords(filterWords);
  return (
    <Section title={words.time}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" label={words.createdFrom} {...form.getInputProps('createdFrom')} />
        <TextInput type="date" label={words.createdTo} {...form.getInputProps('createdTo')} />
        <TextInput type="date" label={words.modifiedFrom} {...form.getInputProps('modifiedFrom')} />
        <TextInput type="date" label={words.modifiedTo} {...form.getInputProps('modifiedTo')} />
      </SimpleGrid>
    </Section>
  );
}

export function AttributesSection({ form }: SectionProps) {
  const words = useWords(filterWords);
  const attributes = useAttributes().data ?? [];
  const wishes = readAttributeWishes(form.values.attributes);
  if (attributes.length === 0) return null;
  const change = (name: string, values: unknown[]) =>
    form.setFieldValue('attributes', writeAttributeWishes(new Map([...wishes, [name, values]])));
  return (
    <Section title={words.own}>
      {attributes.map((attribute) => (
        <AttributeFilter
          key={attribute.name}
          attribute={attribute}
          values={wishes.get(attribute.name) ?? []}
          onChange={(values) => change(attribute.name, values)}
        />
      ))}
    </Section>
  );
}
