import { signInMethods } from '../../../core/hosted-pages.ts';
import { t } from '../../../http/schema.ts';

const branding = {
  logoUrl: t.text({ maxLength: 2_048, description: 'An https URL; empty: shows the name of the project' }),
  primaryColor: t.text({
    maxLength: 7,
    description: 'The color of buttons and links, such as #1f5f8b; empty: the default color',
  }),
};

const hostedPages = {
  signInMethods: t.list(t.choice([...signInMethods]), {
    maxItems: signInMethods.length,
    description:
      'The methods on the sign-in page, in this order. Methods that cannot be delivered are left out',
  }),
  signUp: t.flag({ description: 'Shows a sign-up option on the sign-in page' }),
  redirectUrl: t.text({
    maxLength: 2_048,
    description: 'The default redirect URL of a page; must be one of redirectUrls',
  }),
};

/** The settings of a project for its hosted pages. */
export const pageFields = {
  branding: t.object(branding, { $id: 'Branding' }),
  hostedPages: t.object(hostedPages, { $id: 'HostedPages' }),
};

const stays = { description: 'Changes the named fields; the others stay as they are' };

export const pageSettingsInput = {
  branding: t.optional(t.object(t.partial(branding), stays)),
  hostedPages: t.optional(t.object(t.partial(hostedPages), stays)),
};
