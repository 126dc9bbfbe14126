import type { ProjectContext } from '../../../../core/context.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { serviceProviderOf } from '../connection.ts';
import type { LoadedConnection } from '../load-connection.ts';
import { groupsMappingSchema, groupsMappingToWire, singleSignOnUrl } from './wire.ts';

const sameInJava = 'The same value, as the Java SDK spells it';

/** The flat response of the first version. */
export const settingsV1Schema = t.object({
  tenantId: t.text(),
  idpEntityId: t.text(),
  idpSSOUrl: t.text(),
  idpCertificate: t.text({ maxLength: 1_048_576, description: 'All certificates in PEM' }),
  idpMetadataUrl: t.text(),
  spEntityId: t.text(),
  spACSUrl: t.text(),
  spCertificate: t.text(),
  userMapping: t.object({
    name: t.text(),
    email: t.text(),
    username: t.text(),
    phoneNumber: t.text(),
    group: t.text(),
  }),
  groupsMapping: groupsMappingSchema,
  redirectUrl: t.text(),
  domains: t.list(t.text()),
  domain: t.text({ description: 'The first of the domains, or empty' }),
  tenantID: t.text({ description: sameInJava }),
  idpEntityID: t.text({ description: sameInJava }),
  idpSSOURL: t.text({ description: sameInJava }),
  idpMetadataURL: t.text({ description: sameInJava }),
  spEntityID: t.text({ description: sameInJava }),
  redirectURL: t.text({ description: sameInJava }),
});

export function settingsV1ToWire(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  loaded: LoadedConnection,
): Static<typeof settingsV1Schema> {
  const { tenant, connection, domains } = loaded;
  const { settings, spCertificate } = connection;
  const { idpEntityId, idpMetadataUrl, redirectUrl, attributeMapping } = settings;
  const { name, email, username, phoneNumber, group } = attributeMapping;
  const { entityId: spEntityId, acsUrl: spACSUrl } = serviceProviderOf(ctx, connection);
  const idpSSOUrl = singleSignOnUrl(settings);
  return {
    tenantId: tenant.id,
    idpEntityId,
    idpSSOUrl,
    idpCertificate: settings.idpCertificates.join(''),
    idpMetadataUrl,
    spEntityId,
    spACSUrl,
    spCertificate,
    userMapping: { name, email, username, phoneNumber, group },
    groupsMapping: groupsMappingToWire(loaded),
    redirectUrl,
    domains,
    domain: domains[0] ?? '',
    tenantID: tenant.id,
    idpEntityID: idpEntityId,
    idpSSOURL: idpSSOUrl,
    idpMetadataURL: idpMetadataUrl,
    spEntityID: spEntityId,
    redirectURL: redirectUrl,
  };
}
