import './chips.css';
import { ScreenLink } from './links.tsx';

interface Chip {
  id: string;
  text: string;
  /** The path that it leads to, relative to the project. */
  to?: string;
}

/** Short names side by side. `more` says how many others there are, and leads to them. */
export function Chips({ chips, shown = 4, more }: ChipsProps) {
  const rest = chips.length - shown;
  return (
    <ul className="chips">
      {chips.slice(0, shown).map(({ id, text, to }) => (
        <li key={id}>
          {to ? (
            <ScreenLink to={to} className="chip" title={text}>
              {text}
            </ScreenLink>
          ) : (
            <span className="chip" title={text}>
              {text}
            </span>
          )}
        </li>
      ))}
      {rest > 0 && <li>{more(rest)}</li>}
    </ul>
  );
}

interface ChipsProps {
  chips: Chip[];
  shown?: number;
  more(rest: number): React.ReactNode;
}
