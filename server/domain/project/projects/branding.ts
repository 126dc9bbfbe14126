import { contrast, parseColor, readableContrast } from '../../../core/color.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Branding } from '../../../core/hosted-pages.ts';
import { isWebUrl } from '../../../core/url.ts';
import { isLogoPath } from './logos/logo.ts';

export type BrandingChanges = Partial<Branding>;

/** The colours of explaining text: `--soft` of `http/tokens.css`. */
const texts = { light: '#56606c', dark: '#a5adb7' };

/** Checks the named fields. Throws E011004 for an invalid value. */
export function readBranding(changes: BrandingChanges): BrandingChanges {
  const { cornerRadius, colorScheme } = changes;
  return {
    ...read(changes, 'logoUrl', readLogoUrl),
    ...read(changes, 'darkLogoUrl', readLogoUrl),
    ...read(changes, 'primaryColor', readColor),
    ...read(changes, 'darkPrimaryColor', readColor),
    ...read(changes, 'backgroundColor', readBackground('light')),
    ...read(changes, 'darkBackgroundColor', readBackground('dark')),
    ...(cornerRadius !== undefined && { cornerRadius }),
    ...(colorScheme !== undefined && { colorScheme }),
  };
}

type TextField =
  | 'logoUrl'
  | 'darkLogoUrl'
  | `${'primary' | 'darkPrimary' | 'background' | 'darkBackground'}Color`;

function read(
  changes: BrandingChanges,
  field: TextField,
  check: (text: string, field: string) => string,
): BrandingChanges {
  const text = changes[field];
  return text === undefined ? {} : { [field]: text === '' ? '' : check(text, field) };
}

/** The host becomes part of a Content-Security-Policy, where `;` or `,` would start another directive. */
function readLogoUrl(text: string, field: string): string {
  if (isLogoPath(text)) return text;
  const isPlain = isWebUrl(text) && /^[a-z0-9.-]+$/.test(new URL(text).hostname);
  if (isPlain && new URL(text).protocol === 'https:') return new URL(text).href;
  throw new ServiceError('E011004', `${field} must be an https URL, the path of an uploaded image, or empty`);
}

function readColor(text: string, field: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  throw new ServiceError('E011004', `${field} must be a color such as #1f5f8b, or empty`);
}

/** Text lies on the page, too, so its background must leave it readable. */
function readBackground(scheme: 'light' | 'dark') {
  return (text: string, field: string): string => {
    const color = readColor(text, field);
    if (contrast(parseColor(color), parseColor(texts[scheme])) >= readableContrast) return color;
    const [wanted, about] = scheme === 'light' ? ['lighter', 'dark'] : ['darker', 'light'];
    throw new ServiceError(
      'E011004',
      `${field}: choose a ${wanted} color, on which ${about} text is readable`,
    );
  };
}
