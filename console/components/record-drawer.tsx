import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

interface RecordDrawerProps<T> {
  opened: boolean;
  onClose(): void;
  title: string;
  /** Absent: not here yet, or not there any more. */
  record: T | undefined;
  /** By which a record is looked for that the list beside does not show. */
  query: { error: unknown; isSuccess: boolean; isFetching: boolean; refetch(): unknown };
  /** What to say when there is no such record any more. */
  gone: string;
  show(record: T): ReactNode;
}

/** One record of a list, in full, beside the list. */
export function RecordDrawer<T>(props: RecordDrawerProps<T>) {
  const { opened, onClose, title, record, query, gone, show } = props;
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
