import type { Language } from '../../../http/language.ts';

/** All texts of the page. Reasons of failures are English, because they name protocol terms. */
export interface Texts {
  title: string;
  about(tenant: string, project: string): string;
  until(moment: string): string;
  saved: string;
  awaitsDecision: string;
  now: Record<'none' | 'saml' | 'oidc', string>;
  chooseHeading: string;
  choose: Record<'saml' | 'oidc', string>;
  oursHeading: string;
  oursLead: string;
  ours: Record<'acsUrl' | 'entityId' | 'metadata' | 'callbackUrl' | 'copy' | 'copied', string>;
  theirsHeading: string;
  saml: { metadataUrl: string; metadataUrlHint: string; metadataXml: string; metadataXmlHint: string };
  oidc: {
    issuer: string;
    issuerHint: string;
    clientId: string;
    clientSecret: string;
    clientSecretHint: string;
    kept: string;
    show: string;
  };
  save: string;
  problem: string;
  domainsHeading: string;
  domainsLead: string;
  noDomains: string;
  groupsHeading: string;
  groupsLead: string;
  mapping: Record<'groups' | 'role', string>;
  allUsers: string;
  noMappings: string;
  testHeading: string;
  testLead: string;
  test: string;
  testTitle: string;
  testAgain: string;
  testDone: string;
  notYet: string;
  tested(moment: string): string;
  worked: string;
  failed: string;
  result: Record<'loginId' | 'name' | 'email' | 'groups' | 'roles', string>;
  none: string;
  everything: string;
  failuresHeading: string;
  noFailures: string;
  when: string;
  why: string;
  deadTitle: string;
  dead: string;
  foreign: string;
  tooMany: string;
  again: string;
}

export const texts: Record<Language, Texts> = {
  en: {
    title: 'Set up single sign-on',
    about: (tenant, project) =>
      `For ${tenant} at ${project}: let your users sign in with your own identity provider.`,
    until: (moment) => `This page is available until ${moment}. Close it when you’re done.`,
    saved: 'Saved. Test the connection below.',
    awaitsDecision:
      'This identity provider replaces another one. You can test it now. Users can sign in once an administrator of the application confirms it.',
    now: {
      none: 'SSO isn’t set up yet.',
      saml: 'SAML is set up.',
      oidc: 'OpenID Connect is set up.',
    },
    chooseHeading: 'Choose a protocol',
    choose: { saml: 'SAML 2.0', oidc: 'OpenID Connect' },
    oursHeading: 'Configure your identity provider',
    oursLead: 'Create an application there, and copy these values into it.',
    ours: {
      acsUrl: 'ACS URL (single sign-on URL)',
      entityId: 'Entity ID (audience)',
      metadata: 'Or all of it: metadata URL',
      callbackUrl: 'Redirect URI (callback URL)',
      copy: 'Copy',
      copied: 'Copied',
    },
    theirsHeading: 'Enter your identity provider’s details',
    saml: {
      metadataUrl: 'Metadata URL',
      metadataUrlHint: 'A public https URL. If you enter one, leave the next field empty.',
      metadataXml: 'Or metadata XML',
      metadataXmlHint: 'Paste the complete document.',
    },
    oidc: {
      issuer: 'Issuer or discovery URL',
      issuerHint: 'A public https URL.',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
      clientSecretHint: 'It won’t be shown again.',
      kept: 'A secret is stored. Leave this empty to keep it.',
      show: 'Show client secret',
    },
    save: 'Verify and save',
    problem: 'Couldn’t save the changes:',
    domainsHeading: 'Email domains',
    domainsLead:
      'Users with these email domains sign in with your identity provider. To change the domains, contact the application’s administrators.',
    noDomains: 'None yet.',
    groupsHeading: 'Groups and roles',
    groupsLead:
      'Members of these groups at your identity provider get these roles in the application. To change this, contact the application’s administrators.',
    mapping: { groups: 'Groups', role: 'Role' },
    allUsers: 'All users',
    noMappings: 'No groups are mapped to roles yet.',
    testHeading: 'Test the connection',
    testLead:
      'You’ll sign in at your identity provider and return here. The test doesn’t sign you in to the application.',
    test: 'Test sign-in',
    testTitle: 'Connection test',
    testAgain: 'Test again',
    testDone: 'You can close this tab: the console shows when the last test succeeded, and the failures.',
    notYet: 'Save your identity provider first.',
    tested: (moment) => `Last test: ${moment}`,
    worked: 'The test succeeded.',
    failed: 'The test failed:',
    result: { loginId: 'Login ID', name: 'Name', email: 'Email', groups: 'Groups', roles: 'Roles granted' },
    none: 'none',
    everything: 'All received values',
    failuresHeading: 'Recent failures',
    noFailures: 'No failures.',
    when: 'When',
    why: 'Why',
    deadTitle: 'This link doesn’t work',
    dead: 'It has expired or was revoked, or another setup link was opened in this browser. Open your link again, or ask for a new one.',
    foreign: 'The form was sent from another page. Open your link again.',
    tooMany: 'Too many requests. Wait a minute and try again.',
    again: 'Back to setup',
  },
  de: {
    title: 'Single Sign-on einrichten',
    about: (tenant, project) =>
      `Für ${tenant} bei ${project}: Ihre Leute melden sich mit Ihrem eigenen Identitätsanbieter an.`,
    until: (moment) => `Diese Seite ist bis ${moment} offen. Schließen Sie sie, wenn Sie fertig sind.`,
    saved: 'Gespeichert. Testen Sie es weiter unten.',
    awaitsDecision:
      'Dieser Identitätsanbieter ersetzt einen anderen. Testen können Sie ihn schon. Anmelden kann man sich darüber, sobald die Betreiber der Anwendung ihn bestätigt haben.',
    now: {
      none: 'Noch ist nichts eingerichtet.',
      saml: 'Eingerichtet ist SAML.',
      oidc: 'Eingerichtet ist OpenID Connect.',
    },
    chooseHeading: 'Verfahren wählen',
    choose: { saml: 'SAML 2.0', oidc: 'OpenID Connect' },
    oursHeading: 'Uns bei Ihrem Identitätsanbieter eintragen',
    oursLead: 'Legen Sie dort eine Anwendung an und übernehmen Sie diese Werte.',
    ours: {
      acsUrl: 'ACS-URL (wohin Antworten gehen)',
      entityId: 'Entity-ID (Audience)',
      metadata: 'Oder alles auf einmal: unsere Metadaten',
      callbackUrl: 'Redirect-URI (Callback-URL)',
      copy: 'Kopieren',
      copied: 'Kopiert',
    },
    theirsHeading: 'Ihren Identitätsanbieter bei uns eintragen',
    saml: {
      metadataUrl: 'Adresse seiner Metadaten',
      metadataUrlHint: 'Eine öffentliche https-Adresse. Das nächste Feld bleibt dann leer.',
      metadataXml: 'Oder die Metadaten selbst (XML)',
      metadataXmlHint: 'Das ganze Dokument.',
    },
    oidc: {
      issuer: 'Issuer oder die Adresse des Discovery-Dokuments',
      issuerHint: 'Eine öffentliche https-Adresse.',
      clientId: 'Client-ID',
      clientSecret: 'Client-Secret',
      clientSecretHint: 'Es wird nie wieder angezeigt.',
      kept: 'Es gibt eines. Lassen Sie das Feld leer, um es zu behalten.',
      show: 'Client-Secret anzeigen',
    },
    save: 'Prüfen und speichern',
    problem: 'Das ließ sich nicht speichern:',
    domainsHeading: 'Mail-Domains',
    domainsLead:
      'Wer eine Adresse dieser Domains hat, wird zu Ihrem Identitätsanbieter geschickt. Ändern kann sie nur die Anwendung.',
    noDomains: 'Noch keine.',
    groupsHeading: 'Gruppen und Rollen',
    groupsLead:
      'Wer bei Ihrem Identitätsanbieter in diesen Gruppen ist, hat in der Anwendung diese Rollen. Ändern kann das nur die Anwendung.',
    mapping: { groups: 'Gruppen', role: 'Rolle' },
    allUsers: 'Alle',
    noMappings: 'Noch gibt keine Gruppe eine Rolle.',
    testHeading: 'Testen',
    testLead:
      'Sie melden sich bei Ihrem Identitätsanbieter an und kommen hierher zurück. An der Anwendung wird niemand angemeldet.',
    test: 'Anmeldung testen',
    testTitle: 'Test der Verbindung',
    testAgain: 'Noch einmal testen',
    testDone:
      'Sie können diesen Tab schließen: Die Konsole zeigt den letzten erfolgreichen Test und die Fehlschläge.',
    notYet: 'Speichern Sie zuerst Ihren Identitätsanbieter.',
    tested: (moment) => `Letzter Test: ${moment}`,
    worked: 'Es hat geklappt.',
    failed: 'Es hat nicht geklappt:',
    result: {
      loginId: 'Login-ID',
      name: 'Name',
      email: 'E-Mail',
      groups: 'Gruppen',
      roles: 'Rollen, die daraus folgen',
    },
    none: 'keine',
    everything: 'Alles, was zurückkam',
    failuresHeading: 'Letzte Fehlschläge',
    noFailures: 'Es gab keine.',
    when: 'Wann',
    why: 'Warum',
    deadTitle: 'Dieser Link gilt nicht',
    dead: 'Er ist zu alt, wurde widerrufen, oder in diesem Browser wurde seither ein anderer geöffnet. Öffnen Sie Ihren Link noch einmal, oder bitten Sie um einen neuen.',
    foreign: 'Dieses Formular kommt nicht von dieser Seite. Öffnen Sie Ihren Link noch einmal.',
    tooMany: 'Zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es dann wieder.',
    again: 'Zurück zur Seite',
  },
};
