/** Says what was changed about a tenant, by the `change` of the event. */
export const tenantChanges: Record<string, string> = {
  domainClaimed: '{actor} claimed the domain {data.domain} for {tenant}',
  domainVerified: '{tenant} has proven its domain {data.domain}',
  domainProofLost: 'The proof of the domain {data.domain} of {tenant} ended, because its DNS record is gone',
  domainDeleted: '{actor} deleted the claim of {tenant} to the domain {data.domain}',
};

/** Says what was changed about the SSO of a tenant. */
export const ssoChanges: Record<string, string> = {
  configured: '{actor} changed the SSO connection of {tenant}',
  created: '{actor} added the SSO connection {name} to {tenant}',
  deleted: '{actor} deleted an SSO connection of {tenant}',
  setupLinkCreated: '{actor} created an SSO setup link for {tenant}',
  setupDone: '{actor} said that the SSO setup of {tenant} is complete',
  setupLinksRevoked: '{actor} revoked the SSO setup links of {tenant}',
  identitiesCarriedOver: '{actor} confirmed the new identity provider of {tenant} for its users',
  identitiesKeptApart: '{actor} kept the users of {tenant} separate from those of the new identity provider',
  readAgain: 'The metadata of the identity provider of {tenant} was read again and has changed',
  recalculated: '{actor} recalculated the roles of the SSO users of {tenant}',
};
