import { ServiceError } from '../../../core/errors.ts';
import type { Branding, HostedPageSettings } from '../../../core/hosted-pages.ts';
import { isWebUrl } from '../../../core/url.ts';

/** Of both, what is named is changed and the rest stays. */
export interface PageSettings {
  branding?: Partial<Branding>;
  hostedPages?: Partial<HostedPageSettings>;
}

/** E011004 when a value is not possible. */
export function readPageSettings({ branding, hostedPages }: PageSettings): PageSettings {
  return {
    ...(branding && { branding: readBranding(branding) }),
    ...(hostedPages && { hostedPages: readHostedPages(hostedPages) }),
  };
}

function readBranding({ logoUrl, primaryColor }: Partial<Branding>): Partial<Branding> {
  return {
    ...(logoUrl !== undefined && { logoUrl: readLogoUrl(logoUrl) }),
    ...(primaryColor !== undefined && { primaryColor: readColor(primaryColor) }),
  };
}

/** The host goes into a Content-Security-Policy, where `;` and `,` would begin something else. */
function readLogoUrl(text: string): string {
  if (text === '') return text;
  const isPlain = isWebUrl(text) && /^[a-z0-9.-]+$/.test(new URL(text).hostname);
  if (isPlain && new URL(text).protocol === 'https:') return new URL(text).href;
  throw new ServiceError('E011004', 'logoUrl is an https address, or empty');
}

function readColor(text: string): string {
  if (text === '' || /^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  throw new ServiceError('E011004', 'primaryColor is like #1f5f8b, or empty');
}

function readHostedPages(changes: Partial<HostedPageSettings>): Partial<HostedPageSettings> {
  const { signInMethods, signUp, redirectUrl } = changes;
  if (signInMethods && new Set(signInMethods).size !== signInMethods.length) {
    throw new ServiceError('E011004', 'signInMethods has each method once');
  }
  if (redirectUrl && !isWebUrl(redirectUrl)) {
    throw new ServiceError('E011004', 'hostedPages.redirectUrl is an absolute URL, or empty');
  }
  return {
    ...(signInMethods && { signInMethods }),
    ...(signUp !== undefined && { signUp }),
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}
