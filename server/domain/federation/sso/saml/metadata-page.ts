import type { FastifyInstance } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { emailFormat, unspecifiedFormat } from '../../../../protocols/saml/names.ts';
import { buildSpMetadata } from '../../../../protocols/saml/sp-metadata.ts';
import { loadProject } from '../../../project/projects/load-project.ts';
import { type Connection, serviceProviderOf } from '../connection.ts';
import { loadConnection } from '../load-connection.ts';

type Query = Record<string, string | string[] | undefined>;

/**
 * Serves what a tenant's identity provider must know about us. An administrator needs it before the connection can be set
 * up, so it is available for a blank connection, too. It then names no keys, which is enough for unsigned requests and
 * unencrypted assertions.
 */
export function mountSpMetadata(app: FastifyInstance, service: ServiceContext): void {
  app.get<{ Querystring: Query }>('/v1/auth/saml/metadata', async (request, reply) => {
    const { projectId, tenant, ssoId } = request.query;
    const project = await loadProject(service, identifier(projectId));
    if (!project) throw new ServiceError('E011005', 'No project has this ID');
    const info = { id: request.id, remoteAddress: request.client.address, userAgent: '' };
    const ctx: ProjectContext = { ...service, project, request: info, actor: { type: 'anonymous', id: '' } };
    const { connection } = await loadConnection(
      ctx,
      identifier(tenant),
      ssoId ? identifier(ssoId) : undefined,
    );
    return reply
      .header('cache-control', 'no-cache')
      .type('application/samlmetadata+xml; charset=utf-8')
      .send(spMetadata(ctx, connection));
  });
}

/** Returns a parameter, or `undefined` if it cannot be an ID or occurs twice. */
function identifier(value: string | string[] | undefined): string {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : '';
}

function spMetadata(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, connection: Connection): string {
  const { spCertificate, settings } = connection;
  const certificates = spCertificate ? [spCertificate] : [];
  return buildSpMetadata({
    ...serviceProviderOf(ctx, connection),
    signingCertificates: certificates,
    encryptionCertificates: certificates,
    nameIdFormats: settings.subjectNameIdFormat
      ? [settings.subjectNameIdFormat]
      : [emailFormat, unspecifiedFormat],
    authnRequestsSigned: settings.signRequests,
    wantAssertionsSigned: true,
  });
}
