import { signInMethods } from '../../../core/hosted-pages.ts';
import { t } from '../../../http/schema.ts';

const branding = {
  logoUrl: t.text({ maxLength: 2_048, description: 'An https address; empty: the name of the project' }),
  primaryColor: t.text({ maxLength: 7, description: 'Of buttons and links, like #1f5f8b; empty: ours' }),
};

const hostedPages = {
  signInMethods: t.list(t.choice([...signInMethods]), {
    maxItems: signInMethods.length,
    description: 'What the sign-in page offers, in this order. What cannot be sent is left out.',
  }),
  signUp: t.flag({ description: 'The sign-in page lets people register' }),
  redirectUrl: t.text({
    maxLength: 2_048,
    description: 'Where a page ends that was not told another address; it must be one of redirectUrls',
  }),
};

/** The settings of a project that concern the pages that this server has for it. */
export const pageFields = {
  branding: t.object(branding, { $id: 'Branding' }),
  hostedPages: t.object(hostedPages, { $id: 'HostedPages' }),
};

const stays = { description: 'What is named; the rest stays' };

export const pageSettingsInput = {
  branding: t.optional(t.object(t.partial(branding), stays)),
  hostedPages: t.optional(t.object(t.partial(hostedPages), stays)),
};
