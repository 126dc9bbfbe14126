import { editableDetails } from '../../../core/account-page.ts';
import { colorSchemes, cornerRadii, signInMethods } from '../../../core/hosted-pages.ts';
import { t } from '../../../http/schema.ts';

const branding = {
  logoUrl: t.text({
    maxLength: 2_048,
    description: 'An https URL, or the path of an uploaded image; empty: shows the project’s name',
  }),
  darkLogoUrl: t.text({
    maxLength: 2_048,
    description: 'The logo in the dark color scheme; empty: the same logo',
  }),
  primaryColor: t.text({
    maxLength: 7,
    description: 'The color of buttons and links, such as #2853b8; empty: the default color',
  }),
  darkPrimaryColor: t.text({
    maxLength: 7,
    description: 'Their color in the dark color scheme; empty: the same color',
  }),
  backgroundColor: t.text({
    maxLength: 7,
    description:
      'The color of the page behind the card. It must be light enough for dark text; empty: the default',
  }),
  darkBackgroundColor: t.text({
    maxLength: 7,
    description: 'The same for the dark color scheme. It must be dark enough for light text',
  }),
  cornerRadius: t.choice([...cornerRadii], { description: 'The roundness of the card, fields and buttons' }),
  colorScheme: t.choice([...colorSchemes], {
    description: 'system: light or dark as on the user’s device; light, dark: always',
  }),
};

const hostedPages = {
  signInMethods: t.list(t.choice([...signInMethods]), {
    maxItems: signInMethods.length,
    description:
      'The methods on the sign-in page, in this order. Methods whose messages cannot be delivered are left out',
  }),
  signUp: t.flag({ description: 'Shows a sign-up option on the sign-in page' }),
  signUpProvesAddress: t.flag({
    description:
      'A sign-up on the sign-in page needs an email address or a phone number, and creates the account once a code or link has ' +
      'verified it. When off, any login ID can sign up with a password without being verified',
  }),
  offerPasskeys: t.flag({
    description: 'Offers a passkey to users who sign in with a password, at most once a month',
  }),
  redirectUrl: t.text({
    maxLength: 2_048,
    description: 'The default redirect URL of a page; must be one of redirectUrls',
  }),
};

const accountPage = {
  enabled: t.flag({ description: 'Users have an account page' }),
  editableDetails: t.list(t.choice([...editableDetails]), {
    maxItems: editableDetails.length,
    description:
      'The details that users can change. To change an address, users enter a code that is sent to the new one',
  }),
  editableAttributes: t.list(t.text({ maxLength: 64 }), {
    maxItems: 100,
    description: 'The names of custom attributes that users see and change',
  }),
  editableTenantAttributes: t.list(t.text({ maxLength: 64 }), {
    maxItems: 50,
    description:
      'The names of custom attributes of a tenant that its administrators change, also in the tenant profile widget. Letters, digits, hyphens ' +
      'and underscores',
  }),
  deletion: t.flag({ description: 'Users can delete their account' }),
  deletionGraceDays: t.integer({
    description:
      'The number of days until a deletion is final, from 1 to 90. Enabling the user before then cancels it',
  }),
};

/** The settings of a project for its hosted pages. */
export const pageFields = {
  branding: t.object(branding, { $id: 'Branding' }),
  hostedPages: t.object(hostedPages, { $id: 'HostedPages' }),
  accountPage: t.object(accountPage, { $id: 'AccountPage' }),
};

const stays = { description: 'Changes the named fields; the others stay as they are' };

export const pageSettingsInput = {
  branding: t.optional(t.object(t.partial(branding), stays)),
  hostedPages: t.optional(t.object(t.partial(hostedPages), stays)),
  accountPage: t.optional(t.object(t.partial(accountPage), stays)),
};
