/** Screens that were tabs of another screen, by their old address. Bookmarks and links in messages keep working. */
const moved: { path: string; tab: string; to: string; isDefault?: true }[] = [
  { path: 'roles', tab: 'permissions', to: 'permissions' },
  { path: 'methods', tab: 'policy', to: 'sign-in-policy' },
  { path: 'methods', tab: 'limits', to: 'rate-limits' },
  { path: 'third-party-apps', tab: 'servers', to: 'mcp-servers' },
  { path: 'settings', tab: 'tokens', to: 'sessions' },
  { path: 'messages', tab: 'templates', to: 'templates' },
  { path: 'messages', tab: 'connectors', to: 'connectors' },
  { path: 'messages', tab: 'notices', to: 'security-notices' },
  { path: 'messages', tab: 'outbox', to: 'outbox', isDefault: true },
];

/**
 * Returns the address to which a screen has moved, or undefined if it is still there. Both begin with the project ID.
 * The rest of the query, such as filters, is kept.
 */
export function movedTo(location: string, search: string): string | undefined {
  const [projectId, path] = location.split('/').filter(Boolean);
  const query = new URLSearchParams(search);
  const tab = query.get('tab') ?? '';
  const here = moved.filter((one) => one.path === path);
  const found = here.find((one) => one.tab === tab) ?? here.find(({ isDefault }) => isDefault);
  if (!found) return undefined;
  query.delete('tab');
  return `/${projectId}/${found.to}${query.size > 0 ? `?${query}` : ''}`;
}
