/** Says what was changed about a tenant, by the `change` of the event. */
export const tenantChanges: Record<string, string> = {
  domainClaimed: '{actor} added the domain {data.domain} to {tenant}',
  domainVerified: '{tenant} verified its domain {data.domain}',
  domainProofLost:
    'The domain {data.domain} of {tenant} is no longer verified, because its DNS record is missing',
  domainDeleted: '{actor} removed the domain {data.domain} from {tenant}',
};

/** Says what was changed about the SSO of a tenant. */
export const ssoChanges: Record<string, string> = {
  configured: '{actor} changed the SSO connection of {tenant}',
  created: '{actor} added the SSO connection {name} to {tenant}',
  deleted: '{actor} deleted an SSO connection of {tenant}',
  setupLinkCreated: '{actor} created an SSO setup link for {tenant}',
  setupDone: '{actor} marked the SSO setup of {tenant} as complete',
  setupLinksRevoked: '{actor} revoked the SSO setup links of {tenant}',
  identitiesCarriedOver: '{actor} carried identities over to the new identity provider of {tenant}',
  identitiesKeptApart: '{actor} kept identities apart from the new identity provider of {tenant}',
  readAgain: 'The metadata of the identity provider of {tenant} was read again and has changed',
  recalculated: '{actor} recalculated the roles of the SSO users of {tenant}',
};
