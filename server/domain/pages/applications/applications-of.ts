import type { ProjectContext } from '../../../core/context.ts';
import { isWebUrl } from '../../../core/url.ts';
import { findSsoApps } from '../../directory/applications/sso/load-app.ts';
import { defaultSsoApp, type SsoApp, samlIdpUrls } from '../../directory/applications/sso/sso-app.ts';

/** An application as users see it. */
export interface Shown {
  id: string;
  type: SsoApp['type'];
  name: string;
  description: string;
  logo: string;
  /** The address at which it is opened. */
  url: string;
  /** The address at which an OpenID application begins a sign-in for users who come from here. */
  ownStartUrl: string;
}

/** Returns the enabled applications that have an address to open, by name. */
export async function applicationsOf(ctx: ProjectContext, ids: string[]): Promise<Shown[]> {
  const apps = await findSsoApps(
    ctx,
    ids.filter((id) => id !== defaultSsoApp.id),
  );
  return apps
    .filter(({ enabled }) => enabled)
    .map((app) => ({
      id: app.id,
      type: app.type,
      name: app.name,
      description: app.description,
      logo: app.logo,
      url: addressOf(ctx, app),
      ownStartUrl: app.type === 'oidc' ? app.settings.oidc.customIdpInitiatedLoginPageUrl : '',
    }))
    .filter(({ url }) => isWebUrl(url))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** A SAML application is opened with a sign-in that begins here; an OpenID application begins one itself. */
function addressOf(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, { id, type, settings }: SsoApp): string {
  if (type === 'saml') return samlIdpUrls(ctx, ctx.project.id, id).initiatedUrl;
  if (type === 'oidc') return settings.oidc.customIdpInitiatedLoginPageUrl || settings.oidc.loginPageUrl;
  return '';
}
