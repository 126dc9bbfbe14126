import { Checkbox, Select } from '@mantine/core';
import type { InboundApplication } from '../../../client/client.ts';
import { defaultAudiences } from '../../../client/constants.ts';
import {
  type Authentication,
  AuthenticationFields,
} from '../../components/applications/authentication-fields.tsx';
import { protocolMessages } from '../../components/applications/protocol-messages.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { CallbackList } from './callback-list.tsx';
import { thirdPartyMessages } from './messages.ts';
import { useSaveApp } from './use-save-app.ts';

type Values = Pick<
  InboundApplication,
  | keyof Authentication
  | 'approvedCallbackUrls'
  | 'forcePkce'
  | 'nonConfidentialClient'
  | 'defaultAudience'
  | 'userClaimsInIdToken'
>;

export function SignInCard({ app }: { app: InboundApplication }) {
  const messages = useMessages(thirdPartyMessages);
  const draft = useDraft<Values>(app);
  const { approvedCallbackUrls, forcePkce, nonConfidentialClient, defaultAudience } = draft.values;
  const { userClaims, userClaimsLead } = useMessages(protocolMessages);
  return (
    <SettingsCard
      title={messages.signIn}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={useSaveApp<Values>(app)}
    >
      <CallbackList
        urls={approvedCallbackUrls}
        onChange={(approvedCallbackUrls) => draft.change({ approvedCallbackUrls })}
      />
      <Checkbox
        label={messages.isPublic}
        checked={nonConfidentialClient}
        onChange={(event) =>
          draft.change({
            nonConfidentialClient: event.currentTarget.checked,
            // It cannot prove its identity at all.
            ...(event.currentTarget.checked && { tokenEndpointAuthMethod: '' }),
          })
        }
      />
      {!nonConfidentialClient && <AuthenticationFields values={draft.values} change={draft.change} />}
      <Checkbox
        label={messages.forcePkce}
        checked={forcePkce}
        onChange={(event) => draft.change({ forcePkce: event.currentTarget.checked })}
      />
      <Checkbox
        label={userClaims}
        description={userClaimsLead}
        checked={draft.values.userClaimsInIdToken}
        onChange={(event) => draft.change({ userClaimsInIdToken: event.currentTarget.checked })}
      />
      <Select
        label={messages.audience}
        data={(['', ...defaultAudiences] as const).map((value) => ({
          value,
          label: messages.audiences[value || 'both'],
        }))}
        allowDeselect={false}
        value={defaultAudience}
        onChange={(value) => draft.change({ defaultAudience: value as Values['defaultAudience'] })}
        maw={480}
      />
    </SettingsCard>
  );
}
