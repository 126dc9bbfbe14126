import { Alert, Text, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { ScreenLink } from '../../components/links.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { methodMessages } from './messages.ts';

type Values = Pick<ProjectSettings, 'passkeyDomain'>;

export function Passkeys({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(methodMessages);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const { passkeyDomain } = draft.values;
  const isDomain = /^(([a-z0-9-]+\.)+[a-z][a-z0-9-]*|localhost|)$/i.test(passkeyDomain);
  return (
    <SettingsCard
      title={messages.passkeys}
      lead={messages.passkeysLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <TextInput
        label={messages.domain}
        description={messages.domainLead}
        placeholder="example.com"
        value={passkeyDomain}
        onChange={(event) => draft.change({ passkeyDomain: event.currentTarget.value.trim() })}
        error={isDomain ? null : messages.noDomain}
        maw={480}
      />
      <Text size="sm">
        <ScreenLink to="settings" state={{ tab: 'addresses' }}>
          {messages.toOrigins}
        </ScreenLink>
      </Text>
      {draft.isDirty && (
        <Alert color="yellow" icon={<TriangleAlert aria-hidden />} role="status">
          {messages.domainWarning}
        </Alert>
      )}
    </SettingsCard>
  );
}
