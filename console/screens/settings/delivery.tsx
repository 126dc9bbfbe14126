import { Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { sameSiteChoices, tokenDeliveries } from '../../../client/constants.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { tokenMessages } from './token-messages.ts';

type Values = Pick<
  ProjectSettings,
  'tokenDelivery' | 'cookieDomain' | 'cookieSameSite' | 'cookieName' | 'sessionCookieName'
>;

export function Delivery({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(tokenMessages);
  const draft = useDraft<Values>(settings);
  const save = useSaveSettings<Values>((values) => values);
  return (
    <SettingsCard
      title={messages.delivery}
      lead={messages.deliveryLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Radio.Group
        aria-label={messages.delivery}
        value={draft.values.tokenDelivery}
        onChange={(tokenDelivery) =>
          draft.change({ tokenDelivery: tokenDelivery as Values['tokenDelivery'] })
        }
      >
        <Stack gap="xs">
          {tokenDeliveries.map((value) => (
            <Radio key={value} value={value} {...messages.methods[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.values.tokenDelivery === 'cookies' && <Cookies draft={draft} />}
    </SettingsCard>
  );
}

function Cookies({ draft }: { draft: Draft<Values> }) {
  const messages = useMessages(tokenMessages);
  const { cookieDomain, cookieSameSite, cookieName, sessionCookieName } = draft.values;
  const isDomain = cookieDomain === '' || /^\.?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(cookieDomain);
  const areAlike = cookieName === sessionCookieName || sessionCookieName === 'DSR';
  const nameProblem = (name: string) => (/^[\w.-]{1,64}$/.test(name) ? null : messages.noCookieName);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={720}>
      <TextInput
        label={messages.cookieDomain}
        description={messages.cookieDomainLead}
        value={cookieDomain}
        onChange={(event) => draft.change({ cookieDomain: event.currentTarget.value.trim() })}
        error={isDomain ? null : messages.noDomain}
      />
      <Select
        label={messages.sameSite}
        description={messages.sameSiteLead}
        data={sameSiteChoices.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        allowDeselect={false}
        value={cookieSameSite}
        onChange={(value) => draft.change({ cookieSameSite: value as Values['cookieSameSite'] })}
      />
      <TextInput
        label={messages.cookieName}
        value={cookieName}
        onChange={(event) => draft.change({ cookieName: event.currentTarget.value.trim() })}
        error={nameProblem(cookieName)}
      />
      <TextInput
        label={messages.sessionCookieName}
        value={sessionCookieName}
        onChange={(event) => draft.change({ sessionCookieName: event.currentTarget.value.trim() })}
        error={nameProblem(sessionCookieName) ?? (areAlike ? messages.sameNames : null)}
      />
    </SimpleGrid>
  );
}
