import type { CSSProperties } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

interface SkeletonProps {
  rows: number;
  cells: number;
  /** The tracks of the table's grid. */
  style: CSSProperties;
}

/** Rows in the place of those that are loading, of the same height. */
export function TableSkeleton({ rows, cells, style }: SkeletonProps) {
  const { loading } = useMessages(sharedMessages);
  return (
    <div className="records-skeleton" style={style} role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have nothing else, and keep their order.
        <div key={row}>
          {Array.from({ length: cells }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <span key={cell} />
          ))}
        </div>
      ))}
    </div>
  );
}
