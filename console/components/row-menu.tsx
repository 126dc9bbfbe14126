import './row-menu.css';
import { Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

interface RowMenuProps {
  name: string;
  children: ReactNode;
}

/**
 * The actions for one row. `name` identifies the row to screen readers. Until it is opened, only the button is
 * rendered: the full menus of a page would take longer to render than the rest of the table.
 */
export function RowMenu(props: RowMenuProps) {
  const [isUsed, setIsUsed] = useState(false);
  if (isUsed) return <UsedMenu {...props} />;
  return (
    <MenuButton
      name={props.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsUsed(true)}
    />
  );
}

/** Opens after mounting with the focus on its button, so that the focus returns there when the menu closes. */
function UsedMenu({ name, children }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <MenuButton name={name} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Looks like Mantine's `ActionIcon`, which renders ten times as slowly. */
function MenuButton({ name, className = '', ...rest }: { name: string } & ComponentProps<'button'>) {
  const messages = useMessages(sharedMessages);
  return (
    <button
      type="button"
      className={`row-button mantine-focus-auto mantine-active ${className}`}
      aria-label={messages.actionsFor(name)}
      {...rest}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  );
}
