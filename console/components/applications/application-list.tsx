import { Group } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { EmptyState } from '../empty-state.tsx';
import { ScreenLink } from '../links.tsx';
import { paged } from '../paged.ts';
import { RecordTable } from '../record-table.tsx';
import { SearchBox } from '../search-box.tsx';
import type { Column } from '../table-column.ts';
import { appMessages } from './messages.ts';

const pageSize = 25;

/** The state of a list in the address of its screen. */
export const listDefaults = { text: '', page: 1, sort: 'name', desc: false };

interface Listed {
  id: string;
  name: string;
}

interface ApplicationListProps<A> {
  icon: LucideIcon;
  words: { title: string; search: string; none: string; noneLead: string };
  apps: { data: A[] | undefined; error: unknown; refetch(): void };
  columns: Column<A>[];
  /** Returns the text that is searched besides the name and the ID. */
  textOf?(app: A): string;
  view: typeof listDefaults;
  change(changes: Partial<typeof listDefaults>, options?: { replace?: boolean }): void;
  /** Further filters. */
  filters?: ReactNode;
  /** True if they leave something out. */
  isNarrowed?: boolean;
  /** The button that creates one. */
  create: ReactNode;
  /** The button stands next to the search, and not above it. */
  isCreateBeside?: boolean;
  actions?(app: A): ReactNode;
}

/** Lists the applications of one kind: searched, sorted and by page. */
export function ApplicationList<A extends Listed>(props: ApplicationListProps<A>) {
  const { icon, words, apps, columns, textOf, view, change, filters, isNarrowed, create, actions } = props;
  const { nothingFound } = useMessages(sharedMessages);
  const sort = { field: view.sort, desc: view.desc };
  const { records, total } = paged(apps.data, {
    text: view.text,
    page: view.page,
    sort,
    pageSize,
    textOf: (app) => `${app.name} ${app.id} ${textOf?.(app) ?? ''}`,
  });
  return (
    <>
      <Group justify="space-between">
        <Group>
          <SearchBox
            label={words.search}
            value={view.text}
            onChange={(text) => change({ text, page: 1 }, { replace: true })}
          />
          {filters}
        </Group>
        {props.isCreateBeside && create}
      </Group>
      <RecordTable
        label={words.title}
        columns={columns}
        records={records}
        idOf={({ id }) => id}
        error={apps.error}
        retry={apps.refetch}
        empty={
          view.text || isNarrowed ? (
            <EmptyState icon={icon} title={nothingFound} />
          ) : (
            <EmptyState icon={icon} title={words.none} lead={words.noneLead} action={create} />
          )
        }
        sort={sort}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPage={(page) => change({ page })}
        {...(actions && { actions })}
      />
    </>
  );
}

/** Returns the column with the names, which open the applications. */
export function useNameColumn<A extends Listed>(screen: string): Column<A> {
  const { name: title } = useMessages(appMessages);
  return {
    id: 'name',
    title,
    sortField: 'name',
    show: ({ id, name }) => (
      <ScreenLink to={screen} state={{ app: id }}>
        {name}
      </ScreenLink>
    ),
  };
}
