import {
  AppWindow,
  Building2,
  ClipboardList,
  Gauge,
  Handshake,
  KeyRound,
  KeySquare,
  type LucideIcon,
  MessageSquare,
  Package,
  Palette,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  UserCog,
  Users,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from './session/session.tsx';

/**
 * A screen: its address, its navigation entry, the role it requires, and a function that loads its code when it is
 * opened.
 */
export interface Screen {
  /** Relative to `/console/<project ID>/`. */
  path: string;
  /** The entry in the navigation and the command palette. Without it, the screen is reached from another screen. */
  entry?: {
    group: 'top' | 'people' | 'signIn' | 'messages' | 'project' | 'instance';
    icon: LucideIcon;
    title: { en: string; de: string };
  };
  /** The lowest role that can open the screen. Without it, every administrator can. */
  role?: Role;
  load(): Promise<{ default: ComponentType }>;
}

export const screens: Screen[] = [
  {
    path: 'overview',
    entry: { group: 'top', icon: Gauge, title: { en: 'Overview', de: 'Übersicht' } },
    load: () => import('./screens/overview/overview.tsx'),
  },
  {
    path: 'users',
    entry: { group: 'people', icon: Users, title: { en: 'Users', de: 'Benutzer' } },
    load: () => import('./screens/users/users.tsx'),
  },
  {
    path: 'users/import',
    role: 'administrator',
    load: () => import('./screens/users-import/users-import.tsx'),
  },
  { path: 'users/:userId', load: () => import('./screens/user/user.tsx') },
  {
    path: 'tenants',
    entry: { group: 'people', icon: Building2, title: { en: 'Tenants', de: 'Mandanten' } },
    load: () => import('./screens/tenants/tenants.tsx'),
  },
  { path: 'tenants/:tenantId', load: () => import('./screens/tenant/tenant.tsx') },
  {
    path: 'roles',
    entry: {
      group: 'people',
      icon: ShieldCheck,
      title: { en: 'Roles and permissions', de: 'Rollen und Rechte' },
    },
    load: () => import('./screens/roles/roles.tsx'),
  },
  {
    path: 'attributes',
    entry: { group: 'people', icon: Tags, title: { en: 'Custom attributes', de: 'Eigene Attribute' } },
    load: () => import('./screens/attributes/attributes.tsx'),
  },
  {
    path: 'methods',
    entry: {
      group: 'signIn',
      icon: SlidersHorizontal,
      title: { en: 'Methods and limits', de: 'Verfahren und Grenzen' },
    },
    load: () => import('./screens/methods/methods.tsx'),
  },
  {
    path: 'branding',
    entry: { group: 'signIn', icon: Palette, title: { en: 'Branding', de: 'Erscheinungsbild' } },
    load: () => import('./screens/branding/branding.tsx'),
  },
  {
    path: 'providers',
    entry: { group: 'signIn', icon: Waypoints, title: { en: 'OAuth providers', de: 'OAuth-Anbieter' } },
    load: () => import('./screens/providers/providers.tsx'),
  },
  {
    path: 'apps',
    entry: { group: 'signIn', icon: AppWindow, title: { en: 'SSO applications', de: 'SSO-Anwendungen' } },
    load: () => import('./screens/apps/apps.tsx'),
  },
  {
    path: 'third-party-apps',
    entry: {
      group: 'signIn',
      icon: Handshake,
      title: { en: 'Third-party applications', de: 'Drittanwendungen' },
    },
    load: () => import('./screens/third-party-apps/third-party-apps.tsx'),
  },
  {
    path: 'messages',
    entry: { group: 'messages', icon: MessageSquare, title: { en: 'Messages', de: 'Nachrichten' } },
    load: () => import('./screens/messages/messages.tsx'),
  },
  {
    path: 'webhooks',
    entry: { group: 'messages', icon: Webhook, title: { en: 'Webhooks', de: 'Webhooks' } },
    load: () => import('./screens/webhooks/webhooks.tsx'),
  },
  {
    path: 'access-keys',
    entry: { group: 'project', icon: KeyRound, title: { en: 'Access keys', de: 'Zugriffsschlüssel' } },
    load: () => import('./screens/access-keys/access-keys.tsx'),
  },
  {
    path: 'management-keys',
    entry: {
      group: 'project',
      icon: KeySquare,
      title: { en: 'Management keys', de: 'Verwaltungsschlüssel' },
    },
    load: () => import('./screens/management-keys/management-keys.tsx'),
  },
  {
    path: 'audit',
    entry: { group: 'project', icon: ClipboardList, title: { en: 'Audit log', de: 'Protokoll' } },
    load: () => import('./screens/audit/audit.tsx'),
  },
  {
    path: 'settings',
    entry: { group: 'project', icon: Settings, title: { en: 'Settings', de: 'Einstellungen' } },
    load: () => import('./screens/settings/settings.tsx'),
  },
  {
    path: 'snapshot',
    entry: { group: 'project', icon: Package, title: { en: 'Snapshot', de: 'Abzug' } },
    role: 'administrator',
    load: () => import('./screens/snapshot/snapshot.tsx'),
  },
  {
    path: 'administrators',
    entry: { group: 'instance', icon: UserCog, title: { en: 'Administrators', de: 'Administratoren' } },
    role: 'owner',
    load: () => import('./screens/administrators/administrators.tsx'),
  },
  { path: 'account', load: () => import('./screens/account/account.tsx') },
];
