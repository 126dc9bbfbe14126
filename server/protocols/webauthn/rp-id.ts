/** Reports whether pages of this host may use credentials of the domain `rpId` (WebAuthn Level 3 §5.1.3). */
export function mayUseRpId(host: string, rpId: string): boolean {
  return isDomain(host) && (host === rpId || host.endsWith(`.${rpId}`));
}

/** Credentials belong to names: browsers refuse IP addresses. */
function isDomain(host: string): boolean {
  return host !== '' && !host.startsWith('[') && !/^[\d.]+$/.test(host);
}
