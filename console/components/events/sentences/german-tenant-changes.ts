/** Says what was changed about a tenant, by the `change` of the event. */
export const tenantChanges: Record<string, string> = {
  domainClaimed: '{actor} hat die Domain {data.domain} für {tenant} beansprucht',
  domainVerified: '{tenant} hat die Domain {data.domain} nachgewiesen',
  domainProofLost:
    'Der Nachweis der Domain {data.domain} von {tenant} ist erloschen, weil der DNS-Eintrag fehlt',
  domainDeleted: '{actor} hat den Anspruch von {tenant} auf die Domain {data.domain} gelöscht',
};

/** Says what was changed about the SSO of a tenant. */
export const ssoChanges: Record<string, string> = {
  configured: '{actor} hat die SSO-Verbindung von {tenant} geändert',
  created: '{actor} hat {tenant} die SSO-Verbindung {name} hinzugefügt',
  deleted: '{actor} hat eine SSO-Verbindung von {tenant} gelöscht',
  setupLinkCreated: '{actor} hat einen SSO-Einrichtungslink für {tenant} erzeugt',
  setupDone: '{actor} hat die SSO-Einrichtung von {tenant} als fertig gemeldet',
  setupLinksRevoked: '{actor} hat die SSO-Einrichtungslinks von {tenant} widerrufen',
  identitiesCarriedOver:
    '{actor} hat den neuen Identitätsanbieter von {tenant} für dessen Benutzer bestätigt',
  identitiesKeptApart:
    '{actor} hat die Benutzer von {tenant} von denen des neuen Identitätsanbieters getrennt',
  readAgain: 'Die Metadaten des Identitätsanbieters von {tenant} wurden neu gelesen und haben sich geändert',
  recalculated: '{actor} hat die Rollen der SSO-Benutzer von {tenant} neu berechnet',
};
