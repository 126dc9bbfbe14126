import { Button } from '@mantine/core';
import { Building2, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { tenantsWords } from './words.ts';

interface NoTenantsProps {
  isNarrowed: boolean;
  create: ReactNode;
  onClear(): void;
}

export function NoTenants({ isNarrowed, create, onClear }: NoTenantsProps) {
  const words = useWords(tenantsWords);
  const { nothingFound, clearFilters } = useWords(everywhere);
  if (!isNarrowed)
    return <EmptyState icon={Building2} title={words.none} lead={words.noneLead} action={create} />;
  return (
    <EmptyState
      icon={SearchX}
      title={nothingFound}
      action={
        <Button variant="default" onClick={onClear}>
          {clearFilters}
        </Button>
      }
    />
  );
}
