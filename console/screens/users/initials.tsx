import { initialsOf } from '../../components/initials-of.ts';
import './initials.css';

/** Colors whose text is readable on their own light shade. */
const readableColors = ['brand', 'violet', 'grape', 'pink', 'blue'];

/**
 * Shows the user's picture, or their initials on a color derived from the name. Decorative, because the name is next to
 * it.
 */
export function Initials({ name, picture }: { name: string; picture: string }) {
  const color = `var(--mantine-color-${colorOf(name)}-light`;
  return (
    <span className="initials" style={{ background: `${color})`, color: `${color}-color)` }} aria-hidden>
      {initialsOf(name)}
      {picture.startsWith('https://') && (
        // The key replaces the element, so that a reused row never shows the picture of its previous user.
        <img
          key={picture}
          src={picture}
          alt=""
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

function colorOf(name: string): string | undefined {
  let hash = 0;
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) | 0;
  return readableColors[Math.abs(hash) % readableColors.length];
}
