import {
  Activity,
  AppWindow,
  Braces,
  Building2,
  ClipboardList,
  Fingerprint,
  Handshake,
  KeyRound,
  KeySquare,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  Package,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Tags,
  UserCog,
  UserMinus,
  UserPlus,
  UserRound,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { AuditEvent } from '../../../client/client.ts';

/** The first match counts, so a longer beginning comes before a shorter one. */
const icons: [beginning: string, icon: LucideIcon][] = [
  ['LoginFailed', ShieldAlert],
  ['LoginExceed', ShieldAlert],
  ['RefreshReused', ShieldAlert],
  ['SecurityNotice', ShieldAlert],
  ['Login', LogIn],
  ['ApplicationSignIn', LogIn],
  ['ApplicationConsent', Handshake],
  ['ApplicationLogout', LogOut],
  ['Logout', LogOut],
  ['Anonymous', LogIn],
  ['Session', Activity],
  ['UserCreated', UserPlus],
  ['UserInvited', UserPlus],
  ['UserDeleted', UserMinus],
  ['Account', UserMinus],
  ['User', UserRound],
  ['Embedded', LogIn],
  ['Passkey', Fingerprint],
  ['Device', MonitorSmartphone],
  ['Tenant', Building2],
  ['SsoApp', AppWindow],
  ['Sso', Waypoints],
  ['Role', ShieldCheck],
  ['Permission', ShieldCheck],
  ['ProjectModified', Settings],
  ['PasswordSettings', Settings],
  ['SignInPolicy', Settings],
  ['Project', Package],
  ['Snapshot', Package],
  ['CustomAttribute', Tags],
  ['OAuth', Waypoints],
  ['Connector', Mail],
  ['Message', Mail],
  ['Mcp', AppWindow],
  ['Inbound', AppWindow],
  ['Webhook', Webhook],
  ['AccessKey', KeySquare],
  ['ManagementKey', KeyRound],
  ['Assertion', KeyRound],
  ['ClientAssertion', KeyRound],
  ['Audit', ClipboardList],
  ['Imperson', UserCog],
  ['Consent', Handshake],
];

/** Shows by a picture what kind of event it is. Decorative, because the sentence next to it says it. */
export function EventIcon({ event: { action, actorType, type } }: { event: AuditEvent }) {
  const found = icons.find(([beginning]) => action.startsWith(beginning))?.[1] ?? Activity;
  const Icon = actorType === 'external' ? Braces : found;
  return (
    <span className="event-icon" data-severity={type} aria-hidden>
      <Icon size={16} />
    </span>
  );
}
