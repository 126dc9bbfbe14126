import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import { Rows } from '../../components/rows.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { thirdPartyMessages } from './messages.ts';

interface Mapping {
  scope: string;
  description: string;
  claims: Record<string, string>;
}

/** One claim of a mapping. */
interface Row {
  scope: string;
  description: string;
  claim: string;
  value: string;
}

interface Values {
  rows: Row[];
}

/** Edits the claims that the project gives its scopes, each in a row of its own. */
export function ClaimsCard({ mappings }: { mappings: Mapping[] }) {
  const messages = useMessages(thirdPartyMessages);
  const { errors, saved } = useMessages(sharedMessages);
  const { client } = useProject();
  const stored = useMemo<Values>(() => ({ rows: mappings.flatMap(rowsOf) }), [mappings]);
  const draft = useDraft<Values>(stored);
  const save = useWrite(
    (client, { values }: Draft<Values>) =>
      client.management.scopeClaimMapping.set(values.rows.map(mappingOf)),
    {
      changes: [['scope-claims']],
      done: saved,
      reportsFailure: false,
      undo: () => unwrap(client.management.scopeClaimMapping.set(mappings)),
    },
  );
  const input = (row: Row, set: (changes: Partial<Row>) => void, name: 'scope' | 'claim' | 'value') => (
    <TextInput
      label={{ scope: messages.claimScope, claim: messages.claim, value: messages.claimValue }[name]}
      {...(name === 'value' && { placeholder: '{{user.customAttributes.plan}}' })}
      value={row[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={row[name].trim() ? null : errors.required}
      autoCapitalize="none"
      spellCheck={false}
      flex="1 1 10rem"
    />
  );
  return (
    <SettingsCard
      title={messages.mappings}
      lead={messages.mappingsLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Rows
        rows={draft.values.rows}
        onChange={(rows) => draft.change({ rows })}
        empty={{ scope: '', description: '', claim: '', value: '' }}
        addLabel={messages.addClaim}
        nameOf={messages.claimRow}
        show={(row, set) => (
          <>
            {input(row, set, 'scope')}
            {input(row, set, 'claim')}
            {input(row, set, 'value')}
          </>
        )}
      />
    </SettingsCard>
  );
}

function rowsOf({ scope, description, claims }: Mapping): Row[] {
  return Object.entries(claims).map(([claim, value]) => ({ scope, description, claim, value }));
}

/** Several mappings for one scope count together, and the last for one claim, as the API says. */
function mappingOf({ scope, description, claim, value }: Row): Mapping {
  return { scope: scope.trim(), description, claims: { [claim.trim()]: value } };
}
