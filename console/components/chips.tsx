import './badges.css';
import { Tooltip } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { tableMessages } from './table-messages.ts';

export interface Chip {
  id: string;
  text: string;
  /** What the chip leaves out. */
  details?: string;
}

/** Shows one or two names in one line. Of more there is the first, with the number of the others, which appear on hover. */
export function Chips({ chips }: { chips: Chip[] }) {
  if (chips.length === 0) return null;
  const shown = chips.length <= 2 ? chips : chips.slice(0, 1);
  return (
    <span className="chips">
      {shown.map(({ id, text, details }) => (
        <span key={id} className="chip" title={details ?? text}>
          {text}
        </span>
      ))}
      {chips.length > shown.length && <OtherChips chips={chips.slice(shown.length)} />}
    </span>
  );
}

/** Until the pointer or the focus comes near, this is a plain button, because tooltips are slow to render. */
function OtherChips({ chips }: { chips: Chip[] }) {
  const messages = useMessages(tableMessages);
  const [isNear, setIsNear] = useState(false);
  const texts = chips.map(({ text, details }) => details ?? text).join(', ');
  const button: ComponentProps<'button'> = {
    type: 'button',
    className: 'chip chip-others mantine-focus-auto',
    'aria-label': messages.others(chips.length, texts),
    children: `+${chips.length}`,
  };
  const leave = () => setIsNear(false);
  const come = () => setIsNear(true);
  const near = { onPointerEnter: come, onPointerLeave: leave, onFocus: come, onBlur: leave, onClick: come };
  if (!isNear) return <button {...button} {...near} />;
  return (
    <Tooltip label={texts} opened multiline maw={320} aria-hidden>
      <button {...button} {...near} />
    </Tooltip>
  );
}
