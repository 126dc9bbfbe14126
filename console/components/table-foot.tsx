import './row-menu.css';
import { Pagination } from '@mantine/core';
import { Keyboard } from 'lucide-react';
import { memo } from 'react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { showShortcuts } from './shortcuts.ts';
import { tableMessages } from './table-messages.ts';

interface FootProps {
  /** The number of records on this page. */
  count: number;
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
}

/** Says which records are shown, and leads to the others. */
export const TableFoot = memo(({ count, page, pageSize, total, onPage }: FootProps) => {
  const messages = useMessages(sharedMessages);
  const { shortcuts } = useMessages(tableMessages);
  const { language } = useLanguage();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const format = (count: number) => count.toLocaleString(language);
  return (
    <div className="records-foot">
      <span className="dimmed" role="status">
        {messages.ofTotal(format(first), format(first + count - 1), format(total))}
      </span>
      <button
        type="button"
        className="row-button foot-keys mantine-focus-auto"
        title={`${shortcuts} (?)`}
        aria-label={shortcuts}
        onClick={() => showShortcuts()}
      >
        <Keyboard size={16} aria-hidden />
      </button>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          siblings={1}
          getItemProps={(number) => ({ 'aria-label': messages.page(number) })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? messages.nextPage : messages.previousPage,
          })}
        />
      )}
    </div>
  );
});
