import './badges.css';
import { Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { tableMessages } from './table-messages.ts';

export interface Chip {
  id: string;
  text: string;
  /** What the chip leaves out. */
  details?: string;
}

/** Shows one or two names in one line. Of more there is the first, with the number of the others, which appear on hover. */
export function CellChips({ chips }: { chips: Chip[] }) {
  if (chips.length === 0) return null;
  const shown = chips.length <= 2 ? chips : chips.slice(0, 1);
  return (
    <span className="cell-chips">
      {shown.map(({ id, text, details }) => (
        <span key={id} className="cell-chip" title={details ?? text}>
          {text}
        </span>
      ))}
      {chips.length > shown.length && <OtherChips chips={chips.slice(shown.length)} />}
    </span>
  );
}

/** The tooltip is rendered only while it is visible, because tooltips are slow to render. */
function OtherChips({ chips }: { chips: Chip[] }) {
  const messages = useMessages(tableMessages);
  const button = useRef<HTMLButtonElement>(null);
  const [isNear, setIsNear] = useState(false);
  const texts = chips.map(({ text, details }) => details ?? text).join(', ');
  const come = () => setIsNear(true);
  const leave = () => setIsNear(false);
  return (
    <>
      <button
        type="button"
        ref={button}
        className="cell-chip other-chips mantine-focus-auto"
        aria-label={messages.others(chips.length, texts)}
        onPointerEnter={come}
        onPointerLeave={leave}
        onFocus={come}
        onBlur={leave}
        onClick={come}
      >
        +{chips.length}
      </button>
      {isNear && <Tooltip target={button} label={texts} opened multiline maw={320} />}
    </>
  );
}
