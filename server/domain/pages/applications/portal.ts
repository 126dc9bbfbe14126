import { shownName } from '../../../core/names.ts';
import type { ForSignedInUsers } from '../../../http/endpoint.ts';
import { html } from '../../../http/page.ts';
import { type Static, t } from '../../../http/schema.ts';
import { grantedAppIds } from '../../applications/openid-provider/access.ts';
import { maxSsoApps } from '../../directory/applications/sso/sso-app.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { userInNewReach } from '../../sessions/sessions/in-reach.ts';
import { applicationsOf, type Shown } from './applications-of.ts';

const shownApp = t.object({
  id: t.text(),
  name: t.text(),
  description: t.text(),
  enabled: t.flag(),
  logo: t.text({ maxLength: 32_768 }),
  appType: t.choice(['oidc', 'saml', 'wsfed']),
  samlSettings: t.optional(t.object({ idpInitiatedUrl: t.text() })),
  oidcSettings: t.optional(t.object({ customIdpInitiatedLoginPageUrl: t.text(), loginPageUrl: t.text() })),
});

/** Opens the list of applications to the user who may open them, for `@descope/applications-portal-widget`. */
export const applicationsOfUser: ForSignedInUsers = {
  description:
    'A signed-in user gets the enabled applications that were granted to them or to one of their tenants, by name, each with the address ' +
    'that opens it, and nothing else. The names, descriptions, logos and addresses are escaped for HTML, because the public widget writes ' +
    'them into the page as HTML.',
  output: t.object({ apps: t.list(shownApp, { maxItems: maxSsoApps }) }),
  async handle(ctx) {
    const user = await loadUserById(ctx, ctx.session.userId);
    // Opening an application starts a session there, which reaches no more than a new one.
    const reaching = await userInNewReach(ctx, ctx.session, user);
    const apps = await applicationsOf(ctx, await grantedAppIds(ctx, reaching));
    return { apps: apps.map(toWire) };
  },
};

function toWire({ id, type, url, ownStartUrl, ...texts }: Shown): Static<typeof shownApp> {
  return {
    id,
    name: escaped(shownName(texts.name)),
    description: escaped(shownName(texts.description)),
    enabled: true,
    logo: escaped(texts.logo),
    appType: type,
    ...(type === 'saml' && { samlSettings: { idpInitiatedUrl: escaped(url) } }),
    ...(type === 'oidc' && {
      oidcSettings: {
        customIdpInitiatedLoginPageUrl: escaped(ownStartUrl),
        loginPageUrl: ownStartUrl ? '' : escaped(url),
      },
    }),
  };
}

/** The widget builds the HTML of a row from these texts as they are. */
function escaped(text: string): string {
  return html`${text}`.toString();
}
