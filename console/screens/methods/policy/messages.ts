import { defineMessages } from '../../../i18n/languages.ts';

export const policyMessages = defineMessages(
  {
    title: 'Sign-in policy',
    ofProject: 'For the whole project',
    lead:
      'What a sign-in must prove, on the hosted pages, through the API and through SSO. The policies of the ' +
      'project and of a user’s tenants and roles apply together. The strictest requirement counts.',
    ofTenant: (id: string) => `For the tenant ${id}`,
    ofRole: (name: string) => `For the role ${name}`,
    ofApplication: (name: string) => `For the application ${name}`,
    when: 'Require a second factor',
    occasions: {
      never: { label: 'Never', description: 'Applications can still require one.' },
      enrolled: {
        label: 'If the user has set one up',
        description:
          'An authenticator app or a passkey, set up here or in the product that they were imported from.',
      },
      newDevice: { label: 'On new devices', description: 'Users can trust a device to skip it there.' },
      everyDays: { label: 'Every few days', description: 'Also on trusted devices.' },
      always: { label: 'At every sign-in' },
    },
    days: 'Days between second factors',
    methods: 'Allowed second factors',
    factors: {
      password: 'Password',
      totp: 'Authenticator app',
      passkey: 'Passkey',
      sms: 'Code or link by SMS',
      email: 'Code or link by email',
      recoveryCode: 'Recovery code',
      oauth: 'OAuth provider',
      sso: 'Single sign-on',
      embeddedLink: 'Link created by your server',
    },
    graceDays: 'Days to set one up',
    sso: 'Sign-ins through a tenant’s identity provider',
    ssoChoices: {
      trusted: {
        label: 'Are enough',
        description:
          'The identity provider decides what to require. For a tenant’s policy, only its own identity provider counts.',
      },
      asserted: {
        label: 'Are enough if the provider required several factors',
        description: 'Otherwise users need a second factor here. Not every identity provider supports this.',
      },
    },
    limitsFirst: 'Restrict how a sign-in can start',
    limitsFirstLead: 'Invitations and password resets are always possible.',
    firstFactors: 'Ways to start a sign-in',
    chooseOne: 'Choose at least one.',
    more: 'Stricter for some users',
    moreLead: 'For example, for an administrator role. A policy can only add requirements.',
    forRole: 'Add for a role',
    forTenant: 'Add for a tenant',
    forApplication: 'Add for an application',
    deleteTitle: (title: string) => `Delete the policy ${title}?`,
    deleteLead: 'The other policies still apply.',
  },
  {
    title: 'Anmelderichtlinie',
    ofProject: 'Für das ganze Projekt',
    lead: 'Was eine Anmeldung nachweisen muss: auf den Anmeldeseiten, über die API und über SSO. Die Richtlinien des Projekts, der Mandanten und der Rollen eines Benutzers gelten zusammen; es zählt jeweils die strengste Anforderung.',
    ofTenant: (id) => `Für den Mandanten ${id}`,
    ofRole: (name) => `Für die Rolle ${name}`,
    ofApplication: (name) => `Für die Anwendung ${name}`,
    when: 'Nach einem zweiten Faktor fragen',
    occasions: {
      never: { label: 'Nie', description: 'Anwendungen können trotzdem danach fragen.' },
      enrolled: {
        label: 'Wenn der Benutzer einen eingerichtet hat',
        description:
          'Eine Authenticator-App oder einen Passkey, hier oder in dem Produkt, aus dem er importiert wurde.',
      },
      newDevice: {
        label: 'Auf neuen Geräten',
        description: 'Wer einem Gerät vertraut, wird dort nicht mehr gefragt.',
      },
      everyDays: { label: 'Alle paar Tage', description: 'Auch auf vertrauten Geräten.' },
      always: { label: 'Bei jeder Anmeldung' },
    },
    days: 'Tage zwischen zwei Nachweisen',
    methods: 'Zweite Faktoren, die zählen',
    factors: {
      password: 'Passwort',
      totp: 'Authenticator-App',
      passkey: 'Passkey',
      sms: 'Code oder Link per SMS',
      email: 'Code oder Link per E-Mail',
      recoveryCode: 'Wiederherstellungscode',
      oauth: 'OAuth-Anbieter',
      sso: 'Single Sign-on',
      embeddedLink: 'Link, den Ihr Server erstellt',
    },
    graceDays: 'Tage zum Einrichten',
    sso: 'Anmeldungen über den Identitätsanbieter eines Mandanten',
    ssoChoices: {
      trusted: {
        label: 'Genügen',
        description:
          'Der Identitätsanbieter entscheidet, wonach er fragt. Für die Richtlinie eines Mandanten zählt nur dessen eigener Anbieter.',
      },
      asserted: {
        label: 'Genügen, wenn der Anbieter nach mehreren Faktoren gefragt hat',
        description: 'Sonst ist hier ein zweiter Faktor nötig. Nicht jeder Identitätsanbieter kann das.',
      },
    },
    limitsFirst: 'Nur bestimmte Wege zulassen, eine Anmeldung zu beginnen',
    limitsFirstLead: 'Einladungen und das Zurücksetzen von Passwörtern sind immer möglich.',
    firstFactors: 'Wege, eine Anmeldung zu beginnen',
    chooseOne: 'Wählen Sie mindestens einen.',
    more: 'Strenger für manche',
    moreLead:
      'Etwa für eine Rolle der Administratoren. Eine Richtlinie kann nur mehr verlangen als die anderen.',
    forRole: 'Für eine Rolle hinzufügen',
    forTenant: 'Für einen Mandanten hinzufügen',
    forApplication: 'Für eine Anwendung hinzufügen',
    deleteTitle: (title) => `Richtlinie löschen: ${title}?`,
    deleteLead: 'Die anderen Richtlinien gelten weiter.',
  },
);
