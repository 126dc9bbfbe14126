import './bulk-bar.css';
import { Button, CloseButton, Group, Menu, Text, Tooltip } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import type { BulkQuestion } from './bulk-dialogs.tsx';
import { bulkMessages } from './messages.ts';

interface BulkBarProps {
  count: number;
  /** The number of users found so far while all are being collected. The actions wait for the rest. */
  found: number | undefined;
  onEnable(): void;
  onAsk(question: BulkQuestion): void;
  onClear(): void;
  /** Selects all matching users, not only those on the page. */
  children?: ReactNode;
}

/** The actions for the selected users, placed below the table so that nothing moves. */
export function BulkBar({ count, found, onEnable, onAsk, onClear, children }: BulkBarProps) {
  const messages = useMessages(bulkMessages);
  const { selected, roleTooSmall, withEllipsis } = useMessages(sharedMessages);
  const { language } = useLanguage();
  const maySupport = useHasRole('support');
  const mayAdminister = useHasRole('administrator');
  const isBlocked = !maySupport || found !== undefined;
  if (count === 0) return null;
  return (
    <section className="bulk-bar" aria-label={messages.actions}>
      <Group gap="xs">
        <CloseButton aria-label={messages.clear} onClick={onClear} />
        <Text size="sm" fw={500} role="status">
          {found === undefined
            ? selected(count.toLocaleString(language))
            : messages.selecting(found.toLocaleString(language))}
        </Text>
        {children}
        <Group gap="xs" ml="auto">
          <Tooltip label={roleTooSmall} disabled={maySupport}>
            <Button size="xs" variant="default" disabled={isBlocked} onClick={onEnable}>
              {messages.enable}
            </Button>
          </Tooltip>
          <Button size="xs" variant="default" disabled={isBlocked} onClick={() => onAsk('disable')}>
            {withEllipsis(messages.disable)}
          </Button>
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                disabled={isBlocked}
                rightSection={<ChevronDown size={14} aria-hidden />}
              >
                {messages.moreActions}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={!mayAdminister} onClick={() => onAsk('addRoles')}>
                {messages.addRoles}
              </Menu.Item>
              <Menu.Item disabled={!mayAdminister} onClick={() => onAsk('removeRoles')}>
                {messages.removeRoles}
              </Menu.Item>
              <Menu.Item disabled={!mayAdminister} onClick={() => onAsk('addTenant')}>
                {messages.addTenant}
              </Menu.Item>
              <Menu.Item onClick={() => onAsk('logout')}>{messages.logout}</Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" disabled={!mayAdminister} onClick={() => onAsk('delete')}>
                {messages.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
    </section>
  );
}
