import { type AccountPageSettings, deletionGrace } from '../../../core/account-page.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { HostedPageSettings } from '../../../core/hosted-pages.ts';
import { isWebUrl } from '../../../core/url.ts';
import { type BrandingChanges, readBranding } from './branding.ts';

/** Changes the named fields of each part; all others stay as they are. */
export interface PageSettings {
  branding?: BrandingChanges;
  hostedPages?: Partial<HostedPageSettings>;
  accountPage?: Partial<AccountPageSettings>;
}

/** Throws E011004 for an invalid value. */
export function readPageSettings({ branding, hostedPages, accountPage }: PageSettings): PageSettings {
  return {
    ...(branding && { branding: readBranding(branding) }),
    ...(hostedPages && { hostedPages: readHostedPages(hostedPages) }),
    ...(accountPage && { accountPage: readAccountPage(accountPage) }),
  };
}

function readHostedPages(changes: Partial<HostedPageSettings>): Partial<HostedPageSettings> {
  const { signInMethods, signUp, signUpProvesAddress, offerPasskeys, redirectUrl } = changes;
  if (signInMethods && new Set(signInMethods).size !== signInMethods.length) {
    throw new ServiceError('E011004', 'signInMethods must contain each method only once');
  }
  if (redirectUrl && !isWebUrl(redirectUrl)) {
    throw new ServiceError('E011004', 'hostedPages.redirectUrl must be an absolute URL, or empty');
  }
  return {
    ...(signInMethods && { signInMethods }),
    ...(signUp !== undefined && { signUp }),
    ...(signUpProvesAddress !== undefined && { signUpProvesAddress }),
    ...(offerPasskeys !== undefined && { offerPasskeys }),
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

function readAccountPage(changes: Partial<AccountPageSettings>): Partial<AccountPageSettings> {
  const { enabled, editableDetails, editableAttributes, editableTenantAttributes } = changes;
  const { deletion, deletionGraceDays } = changes;
  return {
    ...(enabled !== undefined && { enabled }),
    ...(editableDetails && { editableDetails: [...new Set(editableDetails)] }),
    ...(editableAttributes && { editableAttributes: [...new Set(editableAttributes)] }),
    ...(editableTenantAttributes && {
      editableTenantAttributes: readTenantAttributes(editableTenantAttributes),
    }),
    ...(deletion !== undefined && { deletion }),
    ...(deletionGraceDays !== undefined && { deletionGraceDays: readGraceDays(deletionGraceDays) }),
  };
}

/** The names become part of addresses. */
function readTenantAttributes(names: string[]): string[] {
  const wrong = names.find((name) => !/^[\w-]{1,64}$/.test(name));
  if (wrong === undefined) return [...new Set(names)];
  throw new ServiceError(
    'E011004',
    `accountPage.editableTenantAttributes: ${JSON.stringify(wrong)} must have 1 to 64 letters, digits, hyphens and underscores`,
  );
}

function readGraceDays(days: number): number {
  const { min, max } = deletionGrace;
  if (Number.isInteger(days) && days >= min && days <= max) return days;
  throw new ServiceError('E011004', `accountPage.deletionGraceDays must be from ${min} to ${max}`);
}
