import { Button } from '@mantine/core';
import { Building2, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { tenantsMessages } from '../../components/tenants/messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';

interface NoTenantsProps {
  isNarrowed: boolean;
  create: ReactNode;
  onClear(): void;
}

export function NoTenants({ isNarrowed, create, onClear }: NoTenantsProps) {
  const messages = useMessages(tenantsMessages);
  const { nothingFound, clearFilters } = useMessages(sharedMessages);
  if (!isNarrowed)
    return <EmptyState icon={Building2} title={messages.none} lead={messages.noneLead} action={create} />;
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
