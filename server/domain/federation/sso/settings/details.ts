import { ServiceError } from '../../../../core/errors.ts';
import { readIdentifier } from '../../../../core/names.ts';
import { isWebUrl } from '../../../../core/url.ts';
import type { AttributeMapping } from '../attribute-mapping.ts';
import { type ConnectionSettings, type ExtraSettings, emptySettings } from '../connection.ts';
import type { ClaimMapping } from '../oidc/settings.ts';

/** An administrator's settings beside the identity provider. Absent fields stay unchanged. */
export interface ConnectionDetails {
  redirectUrl?: string;
  oidcRedirectUrl?: string;
  domains?: string[];
  /** Replaced as a whole: absent names become empty. */
  attributeMapping?: Partial<AttributeMapping>;
  oidcAttributeMapping?: Partial<ClaimMapping>;
  /** Roles by name, or by ID if the name could mean another one. */
  roleMappings?: (({ roleName: string } | { roleId: string }) & { groups: string[] })[];
  defaultRoleNames?: string[];
  groupsPriority?: string[];
  renewUserDetails?: boolean;
  subjectNameIdFormat?: string;
  allowIdpInitiated?: boolean;
  spEntityId?: string;
  spAcsUrl?: string;
  extra?: ExtraSettings;
}

/** Reads the settings that need no query. Throws E011004 with what is wrong. */
export function readDetails(details: ConnectionDetails): Partial<ConnectionSettings> {
  const { redirectUrl, spAcsUrl, spEntityId, subjectNameIdFormat, attributeMapping } = details;
  const { allowIdpInitiated, groupsPriority, extra, oidcRedirectUrl, oidcAttributeMapping } = details;
  const { renewUserDetails } = details;
  return {
    ...(redirectUrl !== undefined && { redirectUrl: readWebUrl('redirectUrl', redirectUrl) }),
    ...(oidcRedirectUrl !== undefined && {
      oidcRedirectUrl: readWebUrl('oauthRedirectUrl', oidcRedirectUrl),
    }),
    ...(spAcsUrl !== undefined && { spAcsUrl: readWebUrl('spACSUrl', spAcsUrl) }),
    ...(spEntityId !== undefined && { spEntityId: readIdentifier('spEntityId', spEntityId) }),
    ...(subjectNameIdFormat !== undefined && {
      subjectNameIdFormat: readIdentifier('subjectNameIdFormat', subjectNameIdFormat),
    }),
    ...(attributeMapping && { attributeMapping: { ...emptySettings.attributeMapping, ...attributeMapping } }),
    ...(oidcAttributeMapping && {
      oidcAttributeMapping: { ...emptySettings.oidcAttributeMapping, ...oidcAttributeMapping },
    }),
    ...(allowIdpInitiated !== undefined && { allowIdpInitiated }),
    ...(groupsPriority && { groupsPriority }),
    ...(renewUserDetails !== undefined && { renewUserDetails }),
    ...(extra && { extra }),
  };
}

function readWebUrl(field: string, text: string): string {
  if (text === '' || isWebUrl(text)) return text;
  throw new ServiceError('E011004', `${field} must be an absolute http or https URL`);
}
