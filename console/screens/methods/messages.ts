import { defineMessages } from '../../i18n/languages.ts';

export const methodMessages = defineMessages(
  {
    title: 'Methods',
    lead: 'How users can sign in, and the rules for passwords and passkeys.',
    toFlows: 'Flows for your own pages',
    tabs: {
      page: 'Sign-in page',
      passwords: 'Passwords',
      passkeys: 'Passkeys',
    },
    page: 'Sign-in page',
    pageLead:
      'The methods that the hosted sign-in page offers, in this order. Methods that need a missing connector are left out. These settings do not restrict the API.',
    open: 'Open sign-in page',
    cannotOpen: 'The page needs a URL to return to. Add one to the redirect URLs.',
    toAddresses: 'Edit redirect URLs',
    signUp: 'Allow users to sign up',
    signUpLead: 'When off, only users who were created or invited can sign in.',
    signUpProvesAddress: 'Require a verified address first',
    signUpProvesAddressLead:
      'New users enter a code or open a link before the account is created, and then choose a password or a passkey. When off, anyone can sign up with a password under any address or username.',
    offerPasskeys: 'Offer a passkey after a password sign-in',
    offerPasskeysLead:
      'Users without a passkey are asked at most once a month. Requires passkeys among the methods.',
    end: 'Default return URL',
    endLead:
      'One of the redirect URLs, for pages opened without a URL to return to, such as invitations. Leave empty to show a confirmation.',
    none: 'No methods are turned on, so users cannot sign in on this page.',
    passkeys: 'Passkeys',
    passkeysLead:
      'A passkey belongs to a domain and works on pages of that domain and its subdomains. Pages that use passkeys must be among the allowed origins.',
    domain: 'Passkey domain',
    domainLead:
      'Such as example.com, if your pages and this server share it. Leave empty to use the host of each page.',
    noDomain: 'Enter a domain such as example.com, or leave this empty.',
    domainWarning: 'If you change the domain, existing passkeys stop working.',
    toOrigins: 'Edit allowed origins',
  },
  {
    title: 'Verfahren',
    lead: 'Wie man sich anmelden kann und was für Passwörter und Passkeys gilt.',
    toFlows: 'Abläufe für eigene Seiten',
    tabs: {
      page: 'Anmeldeseite',
      passwords: 'Passwörter',
      passkeys: 'Passkeys',
    },
    page: 'Anmeldeseite',
    pageLead:
      'Was die Seite dieses Servers anbietet, in dieser Reihenfolge. Was mangels Verbindung nicht gesendet werden kann, fehlt dort. Die API schränkt es nicht ein.',
    open: 'Seite ansehen',
    cannotOpen:
      'Die Seite braucht eine Adresse, an der sie endet: Setzen Sie eine auf die Liste der Weiterleitungs-URLs.',
    toAddresses: 'Zu den Weiterleitungs-URLs',
    signUp: 'Man kann sich selbst registrieren',
    signUpLead: 'Sonst kann sich nur anmelden, wer angelegt oder eingeladen worden ist.',
    signUpProvesAddress: 'Zuerst die Adresse bestätigen',
    signUpProvesAddressLead:
      'Das Konto entsteht erst mit einem Code oder Link aus einer Nachricht. Danach wählt man ein Passwort oder einen Passkey. Sonst kann sich jeder mit einem Passwort unter jeder Adresse und jedem Benutzernamen registrieren.',
    offerPasskeys: 'Nach einer Anmeldung mit Passwort einen Passkey anbieten',
    offerPasskeysLead:
      'Wer noch keinen hat, wird höchstens einmal im Monat gefragt. Setzt Passkeys unter den Methoden voraus.',
    end: 'Wo eine Seite endet',
    endLead:
      'Für Seiten, die ohne eine solche Adresse geöffnet wurden, etwa eine Einladung. Eine der Weiterleitungs-URLs. Leer: Die Seite sagt, dass sie fertig ist.',
    none: 'Nichts ist an: Auf der Seite kann sich niemand anmelden.',
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
