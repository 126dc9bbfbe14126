import type { ProblemName } from '../../hosted-pages/problems.ts';
import type { DoneName, SectionName } from '../names.ts';

/** All texts of the account page. */
export interface Texts {
  navigation: string;
  sections: Record<SectionName, string>;
  signOut: string;
  signedOut: { title: string; text: string };
  off: { title: string; text: string };
  foreignForm: string;
  confirm: { text: string; submit: string };
  done: Record<DoneName, string>;
  lastWay: string;
  cancel: string;
  /** Problems that read differently for a user who is signed in. */
  problems: Partial<Record<ProblemName, string>>;
  profile: {
    title: string;
    details: Record<'name' | 'givenName' | 'middleName' | 'familyName' | 'picture', string>;
    pictureHint: string;
    monthDay: string;
    none: string;
    save: string;
    facts: string;
    userId: string;
    createdAt: string;
  };
  addresses: {
    title: string;
    codeTitle: string;
    sentTo(address: string): string;
    loginIds: string;
    loginIdsLead: string;
    remove: string;
  } & Record<
    'email' | 'phone',
    { label: string; newLabel: string; verified: string; unverified: string; none: string; submit: string }
  >;
  password: {
    title: string;
    isSet: string;
    isNotSet: string;
    change: string;
    set: string;
    endOthers: string;
  };
  passkeys: {
    title: string;
    lead: string;
    /** By the kind of device. */
    devices: Record<string, string>;
    synced: string;
    created: string;
    remove: string;
    add: string;
    failed: string;
  };
  totp: {
    title: string;
    isSet: string;
    isNotSet: string;
    add: string;
    replace: string;
    remove: string;
    confirm: string;
  };
  recoveryCodes: {
    title: string;
    left(count: number): string;
    none: string;
    create: string;
    replace: string;
    remove: string;
    shown: string;
    goOn: string;
  };
  devices: { title: string; lead: string; forget: string };
  linked: { title: string; lead: string; none: string; unlink: string };
  applications: {
    title: string;
    /** Leads to the page of the user's own applications. */
    own: string;
    ownLead: string;
    open: string;
    allowed: string;
    allowedLead: string;
    none: string;
    since(moment: string): string;
    forTenant(tenant: string): string;
    byTenant(tenant: string): string;
    unverified: string;
    withdraw: string;
  };
  access: { title: string; lead: string };
  data: {
    title: string;
    exportTitle: string;
    exportLead: string;
    download: string;
    deleteTitle: string;
    deleteLead(days: number): string;
    confirmDelete: string;
    deleteNow: string;
    deletedTitle: string;
    deletedText(moment: string): string;
  };
  sessionList: {
    title: string;
    lead: string;
    unknownDevice: string;
    current: string;
    signedIn: string;
    lastUsed: string;
    onBehalf: string;
    end: string;
    othersTitle: string;
    othersLead: string;
    endOthers: string;
  };
}
