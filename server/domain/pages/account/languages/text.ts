import type { ProblemName } from '../../hosted-pages/problems.ts';
import type { DoneName, SectionName } from '../account.ts';

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
