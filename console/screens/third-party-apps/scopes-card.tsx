import type { InboundApplication } from '../../../client/client.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { thirdPartyMessages } from './messages.ts';
import { ScopeRows } from './scope-rows.tsx';
import { useSaveApp } from './use-save-app.ts';

type Values = Pick<InboundApplication, 'permissionsScopes' | 'attributesScopes'>;

/** Edits the scopes of one kind. */
export function ScopesCard({ app, gives }: { app: InboundApplication; gives: 'roles' | 'attributes' }) {
  const messages = useMessages(thirdPartyMessages);
  const draft = useDraft<Values>(app);
  const isRoles = gives === 'roles';
  const field = isRoles ? 'permissionsScopes' : 'attributesScopes';
  return (
    <SettingsCard
      title={isRoles ? messages.permissionScopes : messages.attributeScopes}
      lead={isRoles ? messages.permissionScopesLead : messages.attributeScopesLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={useSaveApp<Values>(app)}
    >
      <ScopeRows
        gives={gives}
        scopes={draft.values[field]}
        onChange={(scopes) => draft.change({ [field]: scopes })}
      />
    </SettingsCard>
  );
}
