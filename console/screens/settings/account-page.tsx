import { Checkbox, Group, NumberInput, Switch, TagsInput } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { deletionGrace } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { allProfileFields } from '../../components/users/profile-fields.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { accountPageMessages } from './account-page-messages.ts';

type Values = ProjectSettings['accountPage'];

export function AccountPageSettings({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(accountPageMessages);
  const draft = useDraft<Values>(settings.accountPage);
  const save = useSaveSettings<Values>((accountPage) => ({ accountPage }));
  const { enabled, editableDetails, editableAttributes, editableTenantAttributes } = draft.values;
  const { deletion, deletionGraceDays } = draft.values;
  return (
    <SettingsCard
      title={messages.title}
      lead={messages.lead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Switch
        label={messages.enabled}
        checked={enabled}
        onChange={(event) => draft.change({ enabled: event.currentTarget.checked })}
      />
      <Checkbox.Group
        label={messages.details}
        description={messages.detailsLead}
        value={editableDetails}
        onChange={(chosen) =>
          draft.change({ editableDetails: allProfileFields.filter((detail) => chosen.includes(detail)) })
        }
      >
        <Group mt="xs">
          {allProfileFields.map((detail) => (
            <Checkbox key={detail} value={detail} label={messages.detail[detail]} />
          ))}
        </Group>
      </Checkbox.Group>
      <TagsInput
        label={messages.attributes}
        description={messages.attributesLead}
        value={editableAttributes}
        onChange={(editableAttributes) => draft.change({ editableAttributes })}
        maw={560}
      />
      <TagsInput
        label={messages.tenantAttributes}
        description={messages.tenantAttributesLead}
        value={editableTenantAttributes}
        onChange={(editableTenantAttributes) => draft.change({ editableTenantAttributes })}
        maw={560}
      />
      <Switch
        label={messages.deletion}
        description={messages.deletionLead}
        checked={deletion}
        onChange={(event) => draft.change({ deletion: event.currentTarget.checked })}
      />
      {deletion && (
        <NumberInput
          label={messages.grace}
          {...deletionGrace}
          allowDecimal={false}
          value={deletionGraceDays}
          onChange={(days) => typeof days === 'number' && draft.change({ deletionGraceDays: days })}
          maw={200}
        />
      )}
    </SettingsCard>
  );
}
