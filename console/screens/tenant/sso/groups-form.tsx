import { ActionIcon, Button, Group, MultiSelect, Select, Stack, TagsInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { SsoSettings } from '../../../../client/client.ts';
import { FieldGroup } from '../../../components/field-group.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { useTenantRoles } from '../../../components/tenants/tenant-roles.ts';
import { useDialogForm } from '../../../components/use-dialog-form.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { type Draft, draftOf } from './draft.ts';
import { mappingMessages } from './mapping-messages.ts';
import { useConnectionWrite } from './use-connection.ts';

interface GroupsFormProps {
  settings: SsoSettings;
  opened: boolean;
  onClose(): void;
}

type Values = Pick<Draft, 'roleMappings' | 'defaultRoles' | 'groupsPriority' | 'groupOverage'>;

/** Maps the provider's groups to roles and sets the roles that all users get. */
export function GroupsForm({ settings, opened, onClose }: GroupsFormProps) {
  const messages = useMessages(mappingMessages);
  const { save } = useMessages(sharedMessages);
  const roles = useTenantRoles(settings.tenant.id, opened);
  const draft = draftOf(settings);
  const { roleMappings, defaultRoles, groupsPriority, groupOverage } = draft;
  const form = useDialogForm<Values>(opened, {
    initialValues: {
      roleMappings: roleMappings.length > 0 ? roleMappings : [{ roleName: '', groups: [] }],
      defaultRoles,
      groupsPriority,
      groupOverage,
    },
  });
  const write = useConnectionWrite(settings, onClose);
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={messages.editGroups}
      action={save}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate({ ...draft, ...values }))}
    >
      <Lines
        lines={form.values.roleMappings}
        roles={roles}
        onChange={(lines) => form.setFieldValue('roleMappings', lines)}
      />
      <MultiSelect
        label={messages.rolesForAll}
        description={messages.rolesForAllLead}
        data={roles}
        searchable
        {...form.getInputProps('defaultRoles')}
      />
      <TagsInput
        label={messages.priority}
        description={messages.priorityLead}
        {...form.getInputProps('groupsPriority')}
      />
      <Select
        label={messages.overage}
        description={messages.overageLead}
        data={Object.entries(messages.overages).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('groupOverage')}
      />
    </FormDrawer>
  );
}

interface LinesProps {
  lines: Draft['roleMappings'];
  roles: string[];
  onChange(lines: Draft['roleMappings']): void;
}

function Lines({ lines, roles, onChange }: LinesProps) {
  const messages = useMessages(mappingMessages);
  const set = (index: number, change: Partial<LinesProps['lines'][number]>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...change } : line)));
  return (
    <FieldGroup title={messages.groups}>
      <Stack gap="xs">
        {lines.map(({ groups, roleName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a line while the text changes
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TagsInput
              flex={3}
              aria-label={messages.lineNumber(messages.theirGroups, index + 1)}
              placeholder={groups.length === 0 ? messages.theirGroups : ''}
              value={groups}
              onChange={(groups) => set(index, { groups })}
            />
            <Select
              flex={2}
              aria-label={messages.lineNumber(messages.role, index + 1)}
              placeholder={messages.role}
              data={roles}
              value={roleName || null}
              onChange={(roleName) => set(index, { roleName: roleName ?? '' })}
              searchable
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={messages.removeLine(index + 1)}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...lines, { roleName: '', groups: [] }])}
          >
            {messages.addLine}
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}
