const defaultPorts: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
};

/** Returns the attributes that name the server of an address, which can be user input, and nothing else of it. */
export function serverAttributes(address: string): Record<string, string | number> {
  if (!URL.canParse(address)) return {};
  const { protocol, hostname, port } = new URL(address);
  if (hostname === '') return {};
  const known = Number(port) || defaultPorts[protocol];
  return { 'server.address': hostname.replace(/^\[|\]$/g, ''), ...(known && { 'server.port': known }) };
}
