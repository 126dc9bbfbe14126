import { ActionIcon, Button, Fieldset, Group, MultiSelect, Select, Stack, TagsInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { SsoSettings } from '../../../../client/client.ts';
import { FormModal } from '../../../parts/form-modal.tsx';
import { useDialogForm } from '../../../parts/use-dialog-form.ts';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import { useTenantRoles } from '../tenant-roles.ts';
import { type Draft, draftOf } from './draft.ts';
import { mappingWords } from './mapping-words.ts';
import { useConnectionWrite } from './use-connection.ts';

interface GroupsFormProps {
  settings: SsoSettings;
  opened: boolean;
  onClose(): void;
}

type Values = Pick<Draft, 'roleMappings' | 'defaultRoles' | 'groupsPriority'>;

/** Which roles people get because of their groups, and which everybody gets. */
export function GroupsForm({ settings, opened, onClose }: GroupsFormProps) {
  const words = useWords(mappingWords);
  const { save } = useWords(everywhere);
  const roles = useTenantRoles(settings.tenant.id, opened);
  const draft = draftOf(settings);
  const { roleMappings, defaultRoles, groupsPriority } = draft;
  const form = useDialogForm<Values>(opened, {
    initialValues: {
      roleMappings: roleMappings.length > 0 ? roleMappings : [{ roleName: '', groups: [] }],
      ...{ defaultRoles, groupsPriority },
    },
  });
  const write = useConnectionWrite(settings, onClose);
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={words.editGroups}
      action={save}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={form.onSubmit((values) => write.mutate({ ...draft, ...values }))}
      size="lg"
    >
      <Lines
        lines={form.values.roleMappings}
        roles={roles}
        onChange={(lines) => form.setFieldValue('roleMappings', lines)}
      />
      <MultiSelect
        label={words.everybodyGets}
        description={words.everybodyGetsLead}
        data={roles}
        searchable
        {...form.getInputProps('defaultRoles')}
      />
      <TagsInput
        label={words.priority}
        description={words.priorityLead}
        {...form.getInputProps('groupsPriority')}
      />
    </FormModal>
  );
}

interface LinesProps {
  lines: Draft['roleMappings'];
  roles: string[];
  onChange(lines: Draft['roleMappings']): void;
}

function Lines({ lines, roles, onChange }: LinesProps) {
  const words = useWords(mappingWords);
  const set = (index: number, change: Partial<LinesProps['lines'][number]>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...change } : line)));
  return (
    <Fieldset legend={words.groups}>
      <Stack gap="xs">
        {lines.map(({ groups, roleName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that stays while it is typed
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TagsInput
              flex={3}
              aria-label={words.lineNumber(words.theirGroups, index + 1)}
              placeholder={groups.length === 0 ? words.theirGroups : ''}
              value={groups}
              onChange={(groups) => set(index, { groups })}
            />
            <Select
              flex={2}
              aria-label={words.lineNumber(words.role, index + 1)}
              placeholder={words.role}
              data={roles}
              value={roleName || null}
              onChange={(roleName) => set(index, { roleName: roleName ?? '' })}
              searchable
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={words.removeLine(index + 1)}
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
            {words.addLine}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
