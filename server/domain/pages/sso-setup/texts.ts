import type { Language } from '../../../http/language.ts';

/** Every word of the page. Reasons of failures are English: they name what the protocol says. */
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
  ours: Record<'acsUrl' | 'entityId' | 'metadata' | 'callbackUrl', string>;
  theirsHeading: string;
  saml: { metadataUrl: string; metadataUrlHint: string; metadataXml: string; metadataXmlHint: string };
  oidc: {
    issuer: string;
    issuerHint: string;
    clientId: string;
    clientSecret: string;
    clientSecretHint: string;
    kept: string;
  };
  save: string;
  problem: string;
  domainsHeading: string;
  domainsLead: string;
  noDomains: string;
  groupsHeading: string;
  groupsLead: string;
  mapping: Record<'groups' | 'role', string>;
  everybody: string;
  noMappings: string;
  testHeading: string;
  testLead: string;
  test: string;
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
      `For ${tenant} at ${project}: your people sign in with your own identity provider.`,
    until: (moment) => `This page is open until ${moment}. Close it when you are done.`,
    saved: 'Saved. Test it below.',
    awaitsDecision:
      'This identity provider replaces another one. You can test it now. Users can sign in once an administrator of the application has confirmed it.',
    now: {
      none: 'Nothing is set up yet.',
      saml: 'SAML is set up now.',
      oidc: 'OpenID Connect is set up now.',
    },
    chooseHeading: '1. Choose how',
    choose: { saml: 'SAML 2.0', oidc: 'OpenID Connect' },
    oursHeading: '2. Tell your identity provider about us',
    oursLead: 'Make an application there, and copy these values into it.',
    ours: {
      acsUrl: 'ACS URL (where answers are sent)',
      entityId: 'Entity ID (audience)',
      metadata: 'Or everything at once: our metadata',
      callbackUrl: 'Redirect URI (callback URL)',
    },
    theirsHeading: '3. Tell us about your identity provider',
    saml: {
      metadataUrl: 'Address of its metadata',
      metadataUrlHint: 'A public https address. With it, leave the next field empty.',
      metadataXml: 'Or the metadata itself (XML)',
      metadataXmlHint: 'The whole document.',
    },
    oidc: {
      issuer: 'Issuer, or the address of the discovery document',
      issuerHint: 'A public https address.',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
      clientSecretHint: 'It is never shown again.',
      kept: 'There is one. Leave this empty to keep it.',
    },
    save: 'Check and save',
    problem: 'This could not be saved:',
    domainsHeading: 'Mail domains',
    domainsLead:
      'People with addresses of these domains are sent to your identity provider. To change them, ask the application.',
    noDomains: 'None yet.',
    groupsHeading: 'Groups and roles',
    groupsLead:
      'Members of these groups at your identity provider get these roles in the application. To change this, ask the application.',
    mapping: { groups: 'Groups', role: 'Role' },
    everybody: 'Everybody',
    noMappings: 'No group gives a role yet.',
    testHeading: '4. Test it',
    testLead:
      'You sign in at your identity provider and come back here. Nobody is signed in to the application.',
    test: 'Test the sign-in',
    notYet: 'Save your identity provider first.',
    tested: (moment) => `Last test: ${moment}`,
    worked: 'It worked.',
    failed: 'It did not work:',
    result: { loginId: 'Login ID', name: 'Name', email: 'Email', groups: 'Groups', roles: 'Roles it gives' },
    none: 'none',
    everything: 'Everything that came back',
    failuresHeading: 'Last failures',
    noFailures: 'There were none.',
    when: 'When',
    why: 'Why',
    deadTitle: 'This link does not work',
    dead: 'It is too old, was revoked, or another setup link was opened in this browser. Open your link again, or ask for a new one.',
    foreign: 'That form does not come from this page. Open your link again.',
    tooMany: 'Too many requests. Wait a minute, then try again.',
    again: 'Back to the page',
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
    chooseHeading: '1. Verfahren wählen',
    choose: { saml: 'SAML 2.0', oidc: 'OpenID Connect' },
    oursHeading: '2. Uns bei Ihrem Identitätsanbieter eintragen',
    oursLead: 'Legen Sie dort eine Anwendung an und übernehmen Sie diese Werte.',
    ours: {
      acsUrl: 'ACS-URL (wohin Antworten gehen)',
      entityId: 'Entity-ID (Audience)',
      metadata: 'Oder alles auf einmal: unsere Metadaten',
      callbackUrl: 'Redirect-URI (Callback-URL)',
    },
    theirsHeading: '3. Ihren Identitätsanbieter bei uns eintragen',
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
    everybody: 'Alle',
    noMappings: 'Noch gibt keine Gruppe eine Rolle.',
    testHeading: '4. Testen',
    testLead:
      'Sie melden sich bei Ihrem Identitätsanbieter an und kommen hierher zurück. An der Anwendung wird niemand angemeldet.',
    test: 'Anmeldung testen',
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
