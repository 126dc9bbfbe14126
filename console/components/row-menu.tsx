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
 * What can be done with one row. `name` says with which, for who does not see it. Until somebody opens it, it is a
 * button only: the menus of a whole page would take longer than everything else in its table.
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

/** Opens after it is there, with the focus on its button, so that the focus comes back to it. */
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

/** Looks like Mantine's `ActionIcon`, which takes ten times as long. */
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
