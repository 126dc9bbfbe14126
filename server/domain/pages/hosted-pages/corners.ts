import type { Branding } from '../../../core/hosted-pages.ts';

/** The radii of small things, of fields and buttons, and of the card. `medium` has those of `http/tokens.css`. */
export const cornerRadii: Record<Branding['cornerRadius'], { s: string; m: string; l: string }> = {
  none: { s: '0', m: '0', l: '0' },
  small: { s: '.125rem', m: '.25rem', l: '.375rem' },
  medium: { s: '.375rem', m: '.5rem', l: '.75rem' },
  large: { s: '.5rem', m: '.875rem', l: '1.25rem' },
};
