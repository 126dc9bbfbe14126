import { Button } from '@mantine/core';
import { SearchX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { activeFilters, emptyFilter, isSearchable, type View } from './view.ts';
import { userWords } from './words.ts';

interface NoUsersProps {
  view: View;
  change(changes: Partial<View>): void;
  /** The button that makes one. */
  create: ReactNode;
}

/** There are none at all, or none that match. */
export function NoUsers({ view, change, create }: NoUsersProps) {
  const words = useWords(userWords);
  const { clearFilters } = useWords(everywhere);
  if (activeFilters(view) === 0 && !isSearchable(view.text)) {
    return <EmptyState icon={Users} title={words.none} lead={words.noneLead} action={create} />;
  }
  return (
    <EmptyState
      icon={SearchX}
      title={words.noneFound}
      lead={words.noneFoundLead}
      action={
        <Button variant="default" onClick={() => change({ ...emptyFilter, text: '', page: 1 })}>
          {clearFilters}
        </Button>
      }
    />
  );
}
