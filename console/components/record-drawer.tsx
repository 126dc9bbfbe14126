import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';
import { useClearCorner } from './notify.tsx';

interface RecordDrawerProps<T> {
  opened: boolean;
  onClose(): void;
  title: string;
  /** Undefined while the record loads or if it no longer exists. */
  record: T | undefined;
  /** The query that loads a record which the list does not contain. */
  query: { error: unknown; isSuccess: boolean; isFetching: boolean; refetch(): unknown };
  /** The text shown when the record no longer exists. */
  gone: string;
  show(record: T): ReactNode;
}

/** Shows one record of a list in full, next to the list. */
export function RecordDrawer<T>(props: RecordDrawerProps<T>) {
  const { opened, onClose, title, record, query, gone, show } = props;
  useClearCorner(opened);
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title={title}>
      {record ? (
        show(record)
      ) : query.error ? (
        <ErrorNotice error={query.error} retry={() => void query.refetch()} />
      ) : query.isSuccess && !query.isFetching ? (
        <Text size="sm">{gone}</Text>
      ) : (
        <Loading height={200} />
      )}
    </Drawer>
  );
}
