/** A page that is photographed. */
export interface View {
  /** The name of the picture, without the look. */
  name: string;
  /**
   * The address from the root. `{project}`, `{user}` and `{tenant}` stand for the IDs of the prepared project, a user
   * and a tenant.
   */
  path: string;
  /** The text to type before the picture is taken, by the label of the field, and the button to press then. */
  fill?: Record<string, string>;
  press?: string;
}

/** Where the hosted pages lead to. */
export const redirectUrl = 'https://app.example.com/callback';

/** The screens of the navigation, by their address in the project. */
const screens = [
  ...['overview', 'users', 'tenants', 'attributes'],
  ...['methods', 'flows', 'branding', 'sign-in-policy', 'providers', 'sessions', 'rate-limits'],
  ...['roles', 'permissions'],
  ...['apps', 'third-party-apps', 'mcp-servers'],
  ...['outbox', 'templates', 'connectors', 'security-notices'],
  ...['access-keys', 'management-keys', 'webhooks', 'snapshot'],
  ...['audit', 'settings', 'administrators'],
];

/** Screens that open from other screens, and states of them. */
const opened: View[] = [
  { name: 'user', path: 'users/{user}' },
  { name: 'user-access', path: 'users/{user}?tab=access' },
  { name: 'user-credentials', path: 'users/{user}?tab=credentials' },
  { name: 'user-history', path: 'users/{user}?tab=history' },
  { name: 'user-new', path: 'users?create=true' },
  { name: 'flow', path: 'flows/sign-up-or-in' },
  { name: 'flow-preview', path: 'flows/sign-in?tab=preview' },
  { name: 'flow-texts', path: 'flows/sign-in?tab=texts' },
  { name: 'flow-definition', path: 'flows/sign-in?tab=definition' },
  { name: 'provider', path: 'providers?open=google' },
  { name: 'template', path: 'templates?open=invite/email/en' },
  { name: 'tenant', path: 'tenants/{tenant}' },
  { name: 'tenant-members', path: 'tenants/{tenant}?tab=members' },
  { name: 'tenant-sso', path: 'tenants/{tenant}?tab=sso' },
  { name: 'import', path: 'users/import' },
  { name: 'account', path: 'account' },
];

const consoleViews = [...screens.map((path): View => ({ name: path, path })), ...opened].map(
  ({ path, ...view }): View => ({ ...view, path: `/console/{project}/${path}` }),
);

const returning = `?redirectUrl=${encodeURIComponent(redirectUrl)}`;

export const views: View[] = [
  ...consoleViews,
  { name: 'hosted-sign-in', path: `/login/{project}${returning}` },
  {
    name: 'hosted-password',
    path: `/login/{project}${returning}`,
    fill: { 'Email, phone number or username': 'ada.allen@example.com' },
    press: 'Continue',
  },
  { name: 'hosted-sign-up', path: `/login/{project}/sign-up${returning}` },
  { name: 'docs', path: '/docs/' },
  { name: 'docs-console', path: '/docs/console.html' },
];

/** The schemes and widths in which each view is photographed. */
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, width: 1280, height: 800 },
  { colorScheme, width: 390, height: 844 },
]);
