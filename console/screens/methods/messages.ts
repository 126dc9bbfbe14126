import type { HostedPages } from '../../../client/client.ts';
import { defineMessages } from '../../i18n/language.tsx';

type Method = HostedPages['signInMethods'][number];
type MethodMessages = Record<Method, { name: string; lead: string }>;

const methodsEn: MethodMessages = {
  password: { name: 'Password', lead: 'With the rules of the tab Passwords.' },
  emailCode: { name: 'Code by mail', lead: 'Six digits, to the address of the user.' },
  smsCode: { name: 'Code by SMS', lead: 'Six digits, to the phone of the user.' },
  magicLink: { name: 'Magic link', lead: 'A link by mail or SMS that signs in.' },
  totp: { name: 'Authenticator app', lead: 'A code of an app such as Google Authenticator.' },
  sso: { name: 'Single sign-on', lead: 'The identity provider of the tenant, by the domain of the address.' },
  oauth: { name: 'OAuth providers', lead: 'A button for each provider that is set up.' },
  passkey: { name: 'Passkey', lead: 'The fingerprint, face or PIN of the device. See the tab Passkeys.' },
};

const methodsDe: MethodMessages = {
  password: { name: 'Passwort', lead: 'Mit den Regeln unter Passwörter.' },
  emailCode: { name: 'Code per E-Mail', lead: 'Sechs Ziffern an die Adresse des Benutzers.' },
  smsCode: { name: 'Code per SMS', lead: 'Sechs Ziffern an das Telefon des Benutzers.' },
  magicLink: { name: 'Magic Link', lead: 'Ein Link per E-Mail oder SMS, der anmeldet.' },
  totp: { name: 'Authenticator-App', lead: 'Ein Code einer App wie Google Authenticator.' },
  sso: {
    name: 'Single Sign-on',
    lead: 'Der Identitätsanbieter des Mandanten, erkannt an der Domain der Adresse.',
  },
  oauth: { name: 'OAuth-Anbieter', lead: 'Ein Knopf für jeden Anbieter, der eingerichtet ist.' },
  passkey: { name: 'Passkey', lead: 'Fingerabdruck, Gesicht oder PIN des Geräts. Siehe Passkeys.' },
};

export const methodMessages = defineMessages(
  {
    title: 'Methods and limits',
    lead: 'How people sign in, what is asked of passwords, and how often something can be tried.',
    tabs: { page: 'Sign-in page', passwords: 'Passwords', passkeys: 'Passkeys', limits: 'Limits' },
    page: 'Sign-in page',
    pageLead:
      'What the page of this server offers, in this order. What cannot be sent for lack of a connector is left out. The API is not limited by it.',
    open: 'Look at the page',
    cannotOpen: 'The page needs an address to end at: put one on the list of redirect URLs.',
    toAddresses: 'To the redirect URLs',
    methods: methodsEn,
    signUp: 'People can register themselves',
    signUpLead: 'Otherwise only who has been created or invited can sign in.',
    end: 'Where a page ends',
    endLead:
      'For pages that were opened without an address to end at, such as an invitation. One of the redirect URLs. Empty: the page says that it is done.',
    none: 'Nothing is on: nobody can sign in on the page.',
    branding: 'Look',
    brandingLead:
      'Of the sign-in page and of the other pages that people see. The name is that of the project.',
    logo: 'Address of the logo',
    logoLead: 'An https address. Empty: the name of the project stands there.',
    noLogo: 'An https address is needed.',
    color: 'Colour',
    colorLead: 'Of buttons and links, like #1f5f8b. Text on it stays readable. Empty: ours.',
    colorPick: 'Choose a colour',
    noColor: '# and six hexadecimal digits are needed.',
    preview: 'So it looks:',
    signIn: 'Sign in',
    passkeys: 'Passkeys',
    passkeysLead:
      'A passkey belongs to a domain and works on pages of that domain and of those below it. Pages that use passkeys must be among the allowed origins.',
    domain: 'Domain of passkeys',
    domainLead: 'Such as example.com, for your pages and this server alike. Empty: the host of each page.',
    noDomain: 'A domain like example.com is needed, or nothing.',
    domainWarning: 'With another domain than before the passkeys that people have are of no use any more.',
    toOrigins: 'To the allowed origins',
  },
  {
    title: 'Verfahren und Grenzen',
    lead: 'Wie man sich anmeldet, was von Passwörtern verlangt wird und wie oft etwas versucht werden kann.',
    tabs: { page: 'Anmeldeseite', passwords: 'Passwörter', passkeys: 'Passkeys', limits: 'Grenzen' },
    page: 'Anmeldeseite',
    pageLead:
      'Was die Seite dieses Servers anbietet, in dieser Reihenfolge. Was mangels Verbindung nicht gesendet werden kann, fehlt dort. Die API schränkt es nicht ein.',
    open: 'Seite ansehen',
    cannotOpen:
      'Die Seite braucht eine Adresse, an der sie endet: Setzen Sie eine auf die Liste der Weiterleitungs-URLs.',
    toAddresses: 'Zu den Weiterleitungs-URLs',
    methods: methodsDe,
    signUp: 'Man kann sich selbst registrieren',
    signUpLead: 'Sonst kann sich nur anmelden, wer angelegt oder eingeladen worden ist.',
    end: 'Wo eine Seite endet',
    endLead:
      'Für Seiten, die ohne eine solche Adresse geöffnet wurden, etwa eine Einladung. Eine der Weiterleitungs-URLs. Leer: Die Seite sagt, dass sie fertig ist.',
    none: 'Nichts ist an: Auf der Seite kann sich niemand anmelden.',
    branding: 'Aussehen',
    brandingLead: 'Der Anmeldeseite und der anderen Seiten, die man sieht. Der Name ist der des Projekts.',
    logo: 'Adresse des Logos',
    logoLead: 'Eine https-Adresse. Leer: Dort steht der Name des Projekts.',
    noLogo: 'Nötig ist eine https-Adresse.',
    color: 'Farbe',
    colorLead: 'Von Knöpfen und Links, etwa #1f5f8b. Text darauf bleibt lesbar. Leer: unsere.',
    colorPick: 'Farbe wählen',
    noColor: 'Nötig sind # und sechs hexadezimale Ziffern.',
    preview: 'So sieht es aus:',
    signIn: 'Anmelden',
    passkeys: 'Passkeys',
    passkeysLead:
      'Ein Passkey gehört zu einer Domain und gilt auf deren Seiten und denen darunter. Seiten, die Passkeys benutzen, müssen unter den erlaubten Ursprüngen stehen.',
    domain: 'Domain der Passkeys',
    domainLead:
      'Etwa example.com, für Ihre Seiten und diesen Server zugleich. Leer: der Host der jeweiligen Seite.',
    noDomain: 'Nötig ist eine Domain wie example.com oder nichts.',
    domainWarning:
      'Mit einer anderen Domain als zuvor sind die vorhandenen Passkeys nicht mehr zu gebrauchen.',
    toOrigins: 'Zu den erlaubten Ursprüngen',
  },
);
