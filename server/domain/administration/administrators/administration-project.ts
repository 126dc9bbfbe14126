import { administrationProjectId, administratorRoles } from '../../../core/administration.ts';
import type { ProjectContext, RequestInfo, ServiceContext } from '../../../core/context.ts';
import { unauthorized } from '../../../core/errors.ts';
import type { Project, ProjectSettings } from '../../../core/project.ts';
import { isLoopbackUrl } from '../../../core/url.ts';
import { ensureRoles } from '../../directory/roles/create-roles.ts';
import { loadAdministrationProject } from '../../project/projects/load-project.ts';
import { createProject } from '../instance/create-project.ts';

/** The limit of NIST SP 800-63B §2.2.3. */
const sessionLifetimeSeconds = 12 * 60 * 60;
const sessionIdleSeconds = 30 * 60;

/** The settings that override the stored ones, because no administrator may change them. */
function fixedSettings({ baseUrl }: ServiceContext): Partial<ProjectSettings> {
  const isPlainLoopback = baseUrl.startsWith('http:') && isLoopbackUrl(baseUrl);
  return {
    signingAlgorithm: 'ES256',
    refreshLifetimeSeconds: sessionLifetimeSeconds,
    refreshIdleSeconds: sessionIdleSeconds,
    redirectUrls: [],
    allowedOrigins: [],
    passkeyDomain: '',
    tokenDelivery: 'cookies',
    cookieDomain: '',
    cookieSameSite: 'strict',
    // Browsers accept the prefix over https only (RFC 6265bis §4.1.3.2).
    cookieName: isPlainLoopback ? 'latchkey-console' : '__Host-latchkey',
    sessionCookieName: '',
  };
}

/** Creates the administration project and its roles if they are missing. Several instances may do so at once. */
export async function prepareAdministration(service: ServiceContext): Promise<void> {
  if (!(await loadAdministrationProject(service))) {
    await createProject(service, {
      id: administrationProjectId,
      name: 'Latchkey',
      settings: { signingAlgorithm: 'ES256' },
      isAdministration: true,
    });
  }
  const ctx = await enterAdministration(service, { id: 'start', remoteAddress: '', userAgent: '' });
  await ensureRoles(
    { ...ctx, actor: { type: 'system', id: 'start' } },
    administratorRoles.map((name) => ({ name })),
  );
}

/** Returns the context of a request that names the administration project. */
export async function enterAdministration(
  service: ServiceContext,
  request: RequestInfo,
): Promise<ProjectContext> {
  const stored = await loadAdministrationProject(service);
  if (!stored) throw unauthorized('There is no administration project yet');
  const project: Project = { ...stored, settings: { ...stored.settings, ...fixedSettings(service) } };
  return { ...service, project, request, actor: { type: 'anonymous', id: '' } };
}
