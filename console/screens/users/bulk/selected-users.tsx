import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { useStableCallback } from '../../../components/use-stable-callback.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { maxSelected, type useSelection } from '../use-selection.ts';
import { type Status, statusAction } from './actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialogs, type BulkQuestion } from './bulk-dialogs.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { bulkMessages } from './messages.ts';
import { useBulk } from './use-bulk.ts';

type Selection = ReturnType<typeof useSelection>;

/** The actions for one or many users of the table. */
export function useUserActions(selection: Selection) {
  const messages = useMessages(bulkMessages);
  const maySetAny = useHasRole('administrator');
  // The selected rows may be outdated.
  const bulk = useBulk(selection.clear);
  const [asked, setAsked] = useState<{ question: BulkQuestion; users: User[] }>();
  const setStatus = useStableCallback(
    (status: Status, users: User[]) => void bulk.run(statusAction(messages, status, users, maySetAny), users),
  );
  // Keeps its identity across renders for the row menus.
  const ofRow = useMemo(
    () => ({ setStatus, ask: (question: BulkQuestion, users: User[]) => setAsked({ question, users }) }),
    [setStatus],
  );
  return { bulk, asked, ofRow, closeQuestion: () => setAsked(undefined) };
}

interface SelectedUsersProps {
  selection: Selection;
  total: number;
  actions: ReturnType<typeof useUserActions>;
}

/** Renders the bulk actions with their dialogs and progress. */
export function SelectedUsers({ selection, total, actions }: SelectedUsersProps) {
  const { users } = selection;
  const { bulk, asked, closeQuestion } = actions;
  const { ask, setStatus } = actions.ofRow;
  const { run, ...progress } = bulk;
  return (
    <>
      <BulkBar
        count={users.length}
        found={selection.found}
        onEnable={() => setStatus('enabled', users)}
        onAsk={(question) => ask(question, users)}
        onClear={selection.clear}
      >
        <SelectMatching selection={selection} total={total} />
      </BulkBar>
      <BulkDialogs
        question={asked?.question}
        users={asked?.users ?? []}
        onClose={closeQuestion}
        onRun={(action, users) => void run(action, users)}
      />
      <BulkProgress {...progress} />
    </>
  );
}

function SelectMatching({ selection, total }: Omit<SelectedUsersProps, 'actions'>) {
  const messages = useMessages(bulkMessages);
  const { language } = useLanguage();
  const { users, isWholePage, found, chooseAll } = selection;
  if (!isWholePage || users.length >= Math.min(total, maxSelected)) return null;
  if (total > maxSelected) {
    return (
      <Text size="xs" c="dimmed">
        {messages.tooMany(maxSelected.toLocaleString(language))}
      </Text>
    );
  }
  return (
    <Button size="compact-xs" variant="subtle" loading={found !== undefined} onClick={chooseAll}>
      {messages.selectMatching(total.toLocaleString(language))}
    </Button>
  );
}
