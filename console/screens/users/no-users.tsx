import { Button } from '@mantine/core';
import { SearchX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { userMessages } from '../../components/users/messages.ts';
import { activeFilters, emptyFilter, isSearchable, type View } from '../../components/users/view.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

interface NoUsersProps {
  view: View;
  change(changes: Partial<View>): void;
  /** The button that creates a user. */
  create: ReactNode;
}

/** Shown if there are no users, or none that match. */
export function NoUsers({ view, change, create }: NoUsersProps) {
  const messages = useMessages(userMessages);
  const { clearFilters } = useMessages(sharedMessages);
  if (activeFilters(view) === 0 && !isSearchable(view.text)) {
    return <EmptyState icon={Users} title={messages.none} lead={messages.noneLead} action={create} />;
  }
  return (
    <EmptyState
      icon={SearchX}
      title={messages.noneFound}
      lead={messages.noneFoundLead}
      action={
        <Button variant="default" onClick={() => change({ ...emptyFilter, text: '', page: 1 })}>
          {clearFilters}
        </Button>
      }
    />
  );
}
