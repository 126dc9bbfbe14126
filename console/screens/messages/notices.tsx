import { Button, Checkbox, Group } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { securityNotices } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { Page } from '../../components/page.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { WithSettings } from '../../components/with-settings.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { noticeMessages } from './notice-messages.ts';

type Values = Pick<ProjectSettings, 'securityNotices'>;

export default function Notices() {
  const texts = useMessages(noticeMessages);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <WithSettings>{(settings) => <Kinds settings={settings} />}</WithSettings>
    </Page>
  );
}

/** Chooses the events that users are notified of. */
function Kinds({ settings }: { settings: Values }) {
  const texts = useMessages(noticeMessages);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  const chosen = draft.values.securityNotices;
  // In one order, so that the same choice is the same value.
  const choose = (isChosen: (kind: (typeof securityNotices)[number]) => boolean) =>
    draft.change({ securityNotices: securityNotices.filter(isChosen) });
  return (
    <SettingsCard title={texts.which} draft={draft} mayChange={useHasRole('administrator')} save={save}>
      {securityNotices.map((kind) => (
        <Checkbox
          key={kind}
          {...texts.kinds[kind]}
          checked={chosen.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            choose((other) => (other === kind ? checked : chosen.includes(other)))
          }
        />
      ))}
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => choose(() => true)}>
          {texts.all}
        </Button>
        <Button variant="default" size="xs" onClick={() => choose(() => false)}>
          {texts.none}
        </Button>
      </Group>
    </SettingsCard>
  );
}
