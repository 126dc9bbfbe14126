import {
  AppWindow,
  Building2,
  Cable,
  ClipboardList,
  FileText,
  Fingerprint,
  Gauge,
  Handshake,
  KeyRound,
  KeySquare,
  Lock,
  type LucideIcon,
  Package,
  Plug,
  Scale,
  Send,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Tags,
  Timer,
  UserCog,
  Users,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from './session/session.tsx';

/** The parts of the navigation, in its order. `main`, `branding` and `project` have no title. */
export const sections = [
  'main',
  'authentication',
  'authorization',
  'applications',
  'branding',
  'messages',
  'developers',
  'project',
] as const;

export type Section = (typeof sections)[number];

interface Texts {
  en: string;
  de: string;
}

/**
 * A screen: its address, its navigation entry, its documentation, the role it requires, and a function that loads its
 * code when it is opened.
 */
export interface Screen {
  /** Relative to `/console/<project ID>/`. */
  path: string;
  /** The entry in the navigation and the command palette. Without it, the screen is reached from another screen. */
  entry?: {
    section: Section;
    icon: LucideIcon;
    title: Texts;
    /** What else administrators look for here. The command palette shows it and finds the screen by it. */
    also?: Texts;
    /** The letter that opens the screen after `g`. */
    key?: string;
  };
  /** The section of the documentation about this screen, below `/docs/`. */
  help: string;
  /** The lowest role that can open the screen. Without it, every administrator can. */
  role?: Role;
  load(): Promise<{ default: ComponentType }>;
}

export const screens: Screen[] = [
  {
    path: 'overview',
    entry: { section: 'main', icon: Gauge, title: { en: 'Overview', de: 'Übersicht' }, key: 'o' },
    help: 'console.html#overview',
    load: () => import('./screens/overview/overview.tsx'),
  },
  {
    path: 'users',
    entry: { section: 'main', icon: Users, title: { en: 'Users', de: 'Benutzer' }, key: 'u' },
    help: 'console.html#users',
    load: () => import('./screens/users/users.tsx'),
  },
  {
    path: 'users/import',
    help: 'transfer.html#users-of-other-products',
    role: 'administrator',
    load: () => import('./screens/users-import/users-import.tsx'),
  },
  { path: 'users/:userId', help: 'console.html#users', load: () => import('./screens/user/user.tsx') },
  {
    path: 'tenants',
    entry: { section: 'main', icon: Building2, title: { en: 'Tenants', de: 'Mandanten' }, key: 't' },
    help: 'console.html#tenants',
    load: () => import('./screens/tenants/tenants.tsx'),
  },
  {
    path: 'tenants/:tenantId',
    help: 'sso.html#connect-a-tenant-by-saml',
    load: () => import('./screens/tenant/tenant.tsx'),
  },
  {
    path: 'attributes',
    entry: { section: 'main', icon: Tags, title: { en: 'Custom attributes', de: 'Eigene Attribute' } },
    help: 'console.html#custom-attributes',
    load: () => import('./screens/attributes/attributes.tsx'),
  },
  {
    path: 'methods',
    entry: {
      section: 'authentication',
      icon: Fingerprint,
      title: { en: 'Methods', de: 'Verfahren' },
      also: { en: 'Sign-in page, passwords, passkeys', de: 'Anmeldeseite, Passwörter, Passkeys' },
      key: 'm',
    },
    help: 'hosted-pages.html#settings',
    load: () => import('./screens/methods/methods.tsx'),
  },
  {
    path: 'sign-in-policy',
    entry: {
      section: 'authentication',
      icon: Scale,
      title: { en: 'Sign-in policy', de: 'Anmelderichtlinie' },
      also: { en: 'Second factors', de: 'Zweite Faktoren' },
    },
    help: 'sign-in-policy.html#set-a-policy',
    load: () => import('./screens/methods/policy/policy-screen.tsx'),
  },
  {
    path: 'providers',
    entry: {
      section: 'authentication',
      icon: Waypoints,
      title: { en: 'OAuth providers', de: 'OAuth-Anbieter' },
      also: { en: 'Google, Microsoft, Apple, GitHub', de: 'Google, Microsoft, Apple, GitHub' },
    },
    help: 'oauth.html#set-up-a-provider',
    load: () => import('./screens/providers/providers.tsx'),
  },
  {
    path: 'sessions',
    entry: {
      section: 'authentication',
      icon: Timer,
      title: { en: 'Sessions and tokens', de: 'Sitzungen und Token' },
      also: { en: 'Lifetimes, cookies', de: 'Gültigkeit, Cookies' },
    },
    help: 'security.html#tokens-and-keys',
    load: () => import('./screens/settings/sessions.tsx'),
  },
  {
    path: 'rate-limits',
    entry: {
      section: 'authentication',
      icon: ShieldAlert,
      title: { en: 'Rate limits', de: 'Anfragelimits' },
      also: { en: 'Unlimited IP addresses', de: 'IP-Adressen ohne Limit' },
    },
    help: 'security.html#how-often',
    load: () => import('./screens/methods/rate-limits.tsx'),
  },
  {
    path: 'roles',
    entry: { section: 'authorization', icon: ShieldCheck, title: { en: 'Roles', de: 'Rollen' }, key: 'r' },
    help: 'console.html#roles-and-permissions',
    load: () => import('./screens/roles/roles.tsx'),
  },
  {
    path: 'permissions',
    entry: { section: 'authorization', icon: Lock, title: { en: 'Permissions', de: 'Rechte' }, key: 'p' },
    help: 'console.html#roles-and-permissions',
    load: () => import('./screens/roles/permissions.tsx'),
  },
  {
    path: 'apps',
    entry: {
      section: 'applications',
      icon: AppWindow,
      title: { en: 'SSO applications', de: 'SSO-Anwendungen' },
      also: { en: 'OpenID Connect, SAML, WS-Federation', de: 'OpenID Connect, SAML, WS-Federation' },
      key: 'a',
    },
    help: 'applications.html#connect-an-application',
    load: () => import('./screens/apps/apps.tsx'),
  },
  {
    path: 'third-party-apps',
    entry: {
      section: 'applications',
      icon: Handshake,
      title: { en: 'Third-party applications', de: 'Drittanwendungen' },
      also: { en: 'Consents, registration, claims', de: 'Einwilligungen, Registrierung, Claims' },
    },
    help: 'applications.html#third-party-applications',
    load: () => import('./screens/third-party-apps/third-party-apps.tsx'),
  },
  {
    path: 'mcp-servers',
    entry: { section: 'applications', icon: Plug, title: { en: 'MCP servers', de: 'MCP-Server' } },
    help: 'applications.html#protect-an-mcp-server',
    load: () => import('./screens/third-party-apps/mcp-servers.tsx'),
  },
  {
    path: 'outbox',
    entry: {
      section: 'messages',
      icon: Send,
      title: { en: 'Outbox', de: 'Postausgang' },
      also: { en: 'Sent emails and SMS', de: 'Gesendete E-Mails und SMS' },
    },
    help: 'messages.html#the-state-of-a-message',
    load: () => import('./screens/messages/outbox.tsx'),
  },
  {
    path: 'templates',
    entry: { section: 'messages', icon: FileText, title: { en: 'Templates', de: 'Vorlagen' } },
    help: 'messages.html#texts',
    load: () => import('./screens/messages/templates.tsx'),
  },
  {
    path: 'connectors',
    entry: {
      section: 'messages',
      icon: Cable,
      title: { en: 'Connectors', de: 'Anbindungen' },
      also: { en: 'SMTP, Twilio, HTTP', de: 'SMTP, Twilio, HTTP' },
    },
    help: 'messages.html#connectors',
    load: () => import('./screens/messages/connectors.tsx'),
  },
  {
    path: 'security-notices',
    entry: {
      section: 'messages',
      icon: ShieldAlert,
      title: { en: 'Security notices', de: 'Sicherheitshinweise' },
    },
    help: 'messages.html#security-notices',
    load: () => import('./screens/messages/notices.tsx'),
  },
  {
    path: 'access-keys',
    entry: {
      section: 'developers',
      icon: KeyRound,
      title: { en: 'Access keys', de: 'Zugriffsschlüssel' },
      key: 'k',
    },
    help: 'console.html#keys',
    load: () => import('./screens/access-keys/access-keys.tsx'),
  },
  {
    path: 'management-keys',
    entry: {
      section: 'developers',
      icon: KeySquare,
      title: { en: 'Management keys', de: 'Verwaltungsschlüssel' },
    },
    help: 'operations.html#projects-and-keys',
    load: () => import('./screens/management-keys/management-keys.tsx'),
  },
  {
    path: 'webhooks',
    entry: { section: 'developers', icon: Webhook, title: { en: 'Webhooks', de: 'Webhooks' }, key: 'w' },
    help: 'messages.html#webhooks',
    load: () => import('./screens/webhooks/webhooks.tsx'),
  },
  {
    path: 'snapshot',
    entry: {
      section: 'developers',
      icon: Package,
      title: { en: 'Snapshots', de: 'Abzüge' },
      also: { en: 'Export and import the configuration', de: 'Konfiguration exportieren und importieren' },
    },
    help: 'snapshots.html',
    role: 'administrator',
    load: () => import('./screens/snapshot/snapshot.tsx'),
  },
  {
    path: 'audit',
    entry: { section: 'project', icon: ClipboardList, title: { en: 'Audit log', de: 'Protokoll' }, key: 'l' },
    help: 'operations.html#audit-log',
    load: () => import('./screens/audit/audit.tsx'),
  },
  {
    path: 'settings',
    entry: {
      section: 'project',
      icon: Settings,
      title: { en: 'Settings', de: 'Einstellungen' },
      also: {
        en: 'Redirect URLs, origins, invitations, account page, impersonation, signing keys',
        de: 'Weiterleitungs-URLs, Ursprünge, Einladungen, Kontoseite, Signaturschlüssel',
      },
      key: 's',
    },
    help: 'console.html#settings',
    load: () => import('./screens/settings/settings.tsx'),
  },
  {
    path: 'administrators',
    entry: {
      section: 'project',
      icon: UserCog,
      title: { en: 'Administrators', de: 'Administratoren' },
    },
    help: 'operations.html#administrators',
    role: 'owner',
    load: () => import('./screens/administrators/administrators.tsx'),
  },
  {
    path: 'account',
    help: 'console.html#who-gets-in',
    load: () => import('./screens/account/account.tsx'),
  },
];
