export interface SimulatedUser {
  /** The value of `user` for scripts. */
  id: string;
  /** The reason to choose this user. */
  purpose: string;
  nameId: string;
  name: string;
  /** The address; if empty, the response has no such attribute. */
  email: string;
  groups: string[];
}

/** Returns the prepared users of a provider, whose domain is its name: `demo` has `alice@demo.example`. */
export function readyUsers(provider: string): SimulatedUser[] {
  const domain = `${provider}.example`;
  return [
    {
      id: 'alice',
      purpose: 'an administrator',
      nameId: `alice@${domain}`,
      name: 'Alice Adams',
      email: `alice@${domain}`,
      groups: ['admins', 'sales'],
    },
    {
      id: 'bob',
      purpose: 'an ordinary user',
      nameId: `bob@${domain}`,
      name: 'Bob Brown',
      email: `bob@${domain}`,
      groups: ['sales'],
    },
    {
      id: 'carol',
      purpose: 'no group, no name',
      nameId: `carol@${domain}`,
      name: '',
      email: `carol@${domain}`,
      groups: [],
    },
    {
      id: 'dana',
      purpose: 'no email address, and a NameID that is not one',
      nameId: 'employee-4711',
      name: 'Dana Diaz',
      email: '',
      groups: ['sales'],
    },
    {
      id: 'zoe',
      purpose: 'unusual characters everywhere',
      nameId: `zoë.o'brien+sso@${domain}`,
      name: 'Zoë "Zed" O’Brien-Łuczak <b>&amp;</b> 山田 👩‍🚀',
      email: `zoë.o'brien+sso@${domain}`,
      groups: ['R&D <north>', 'sales, EMEA', '営業'],
    },
    {
      id: 'mallory',
      purpose: 'an address of another company',
      nameId: 'mallory@elsewhere.example',
      name: 'Mallory Moss',
      email: 'mallory@elsewhere.example',
      groups: ['admins'],
    },
  ];
}
