import './badges.css';
import { useMessages } from '../i18n/language.tsx';
import { tableMessages } from './table-messages.ts';

export interface Chip {
  id: string;
  text: string;
  /** The details that the chip leaves out. */
  details?: string;
}

/** Returns the chips of names that are unique. */
export function chipsOf(names: string[]): Chip[] {
  return names.map((name) => ({ id: name, text: name }));
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

/** `OthersTooltip` of the table shows the texts. */
function OtherChips({ chips }: { chips: Chip[] }) {
  const messages = useMessages(tableMessages);
  const texts = chips.map(({ text, details }) => details ?? text).join(', ');
  return (
    <button
      type="button"
      className="cell-chip other-chips mantine-focus-auto"
      aria-label={messages.others(chips.length, texts)}
      data-others={texts}
    >
      +{chips.length}
    </button>
  );
}
