import type { Texts } from './text.ts';

const actors: Record<string, (id: string) => string> = {
  administrator: (id) => `den Administrator ${id}`,
  managementKey: (id) => `den Verwaltungsschlüssel ${id}`,
  accessKey: (id) => `den Zugriffsschlüssel ${id}`,
  user: (id) => `den Benutzer ${id}`,
  commandLine: () => 'die Kommandozeile',
  system: () => 'den Server',
};

const startAgain = 'Der Benutzer beginnt die Anmeldung von vorn.';

export const german: Texts = {
  findings: {
    unknownUser: () => [
      'Kein Benutzer hat diesen Anmeldenamen oder diese bestätigte Adresse.',
      'Prüfen Sie die Schreibweise, legen Sie den Benutzer an oder fügen Sie dem Konto den Anmeldenamen hinzu.',
    ],
    severalUsers: () => [
      'Mehrere Benutzer haben diese Adresse bestätigt, deshalb steht sie für keinen von ihnen.',
      'Der Benutzer meldet sich mit einem Anmeldenamen an.',
    ],
    enabled: () => ['Das Konto ist aktiv.'],
    invited: () => [
      'Der Benutzer ist eingeladen und hat sich noch nicht angemeldet. Die erste Anmeldung aktiviert das Konto.',
    ],
    disabled: ({ since, by }) => [`Das Konto ist${since}${by} gesperrt.`, 'Aktivieren Sie es.'],
    testUser: () => [
      'Das ist ein Testbenutzer. Er bekommt keine Nachrichten.',
      'Verwenden Sie einen Code der Endpunkte für Testbenutzer.',
    ],
    emailUnverified: () => [
      'Die E-Mail-Adresse ist nicht bestätigt. Die erste Anmeldung über sie bestätigt sie.',
    ],
    phoneUnverified: () => [
      'Die Telefonnummer ist nicht bestätigt. Die erste Anmeldung über sie bestätigt sie.',
    ],
    tenantDisabled: ({ tenant }) => [
      `Der Mandant ${tenant} ist gesperrt: Sein SSO meldet niemanden an, und Sitzungen haben seine Rollen nicht.`,
      'Aktivieren Sie den Mandanten.',
    ],
    ssoRequired: ({ tenant }) =>
      tenant
        ? [
            `Der Mandant ${tenant} verlangt die Anmeldung über sein SSO.`,
            'Der Benutzer meldet sich über SSO an, oder Sie nehmen ihn in den Einstellungen des Mandanten aus.',
          ]
        : ['Ein Mandant des Benutzers verlangt die Anmeldung über sein SSO.'],
    ssoMissing: ({ tenant }) => [
      `Der Mandant ${tenant} verlangt die Anmeldung über sein SSO und hat keine SSO-Verbindung.`,
      'Richten Sie die Verbindung ein oder heben Sie die Pflicht in den Einstellungen des Mandanten auf.',
    ],
    domainSso: ({ tenant, domain }) => [`Adressen von ${domain} meldet das SSO des Mandanten ${tenant} an.`],
    policyNeeds: ({ detail }) => [`Die Anmelderegeln verlangen einen zweiten Faktor: ${detail}.`],
    policyRefuses: ({ detail }) => [
      `Die Anmelderegeln lassen es nicht zu: ${detail}.`,
      'Ändern Sie die Regeln des Projekts, des Mandanten oder der Rolle.',
    ],
    passwordsOff: () => ['Passwörter sind abgeschaltet.', 'Schalten Sie sie in den Passwortregeln ein.'],
    noPassword: () => [
      'Der Benutzer hat kein Passwort.',
      'Setzen Sie eines oder lassen Sie es den Benutzer zurücksetzen.',
    ],
    passwordLocked: ({ since }) => [
      `Das Passwort ist${since} nach zu vielen falschen Versuchen gesperrt.`,
      'Setzen Sie ein neues Passwort.',
    ],
    passwordToReplace: () => [
      'Das Passwort ist vorläufig oder abgelaufen. Das richtige muss ersetzt werden, bevor es anmeldet.',
    ],
    passwordWaits: ({ until }) => [
      `Nach falschen Passwörtern ist der nächste Versuch am ${until} möglich.`,
      'Warten Sie oder setzen Sie ein neues Passwort.',
    ],
    noAuthenticator: () => ['Der Benutzer hat keine Authenticator-App.'],
    authenticatorWaits: ({ until }) => [
      `Nach falschen Codes ist der nächste Versuch am ${until} möglich.`,
      'Warten Sie, oder entfernen Sie die Authenticator-App, wenn das Gerät verloren ist.',
    ],
    noPasskey: () => ['Der Benutzer hat keinen Passkey.'],
    noEmail: () => [
      'Der Benutzer hat keine E-Mail-Adresse, an die das gesendet werden darf.',
      'Tragen Sie eine Adresse ein und kennzeichnen Sie sie als bestätigt.',
    ],
    noPhone: () => [
      'Der Benutzer hat keine Telefonnummer, an die das gesendet werden darf.',
      'Tragen Sie eine Nummer ein und kennzeichnen Sie sie als bestätigt.',
    ],
    noConnector: () => [
      'Das Projekt hat keinen Connector, der das senden könnte.',
      'Richten Sie unter Nachrichten → Anbindungen einen ein.',
    ],
    noConnection: () => ['Kein Mandant des Benutzers hat eine SSO-Verbindung.'],
    noProvider: () => ['Das Projekt hat keinen eingeschalteten OAuth-Anbieter.'],
  },
  causes: {
    unknownUser: [
      'Kein Benutzer hatte diesen Anmeldenamen.',
      'Prüfen Sie die Schreibweise oder legen Sie den Benutzer an.',
    ],
    severalUsers: [
      'Mehrere Benutzer haben diese Adresse bestätigt.',
      'Der Benutzer meldet sich mit einem Anmeldenamen an.',
    ],
    wrongPassword: ['Das Passwort war falsch.', 'Der Benutzer setzt es zurück, oder Sie setzen ein neues.'],
    noPassword: ['Der Benutzer hatte kein Passwort.', 'Setzen Sie eines, oder der Benutzer setzt es zurück.'],
    noAddress: [
      'Der Benutzer hatte keine Adresse, an die es gesendet werden konnte.',
      'Tragen Sie eine Adresse des Benutzers ein.',
    ],
    wrongCode: [
      'Der Code war falsch.',
      'Prüfen Sie, ob der Benutzer die neueste Nachricht liest und ob die Uhren richtig gehen.',
    ],
    expiredCode: ['Der Code war abgelaufen oder schon benutzt.', startAgain],
    expiredLink: ['Der Link war abgelaufen oder gehört zu einem anderen Browser.', startAgain],
    usedLink: ['Der Link war schon benutzt oder durch einen neueren ersetzt.', startAgain],
    tooManyAttempts: [
      'Es gab zu viele falsche Codes.',
      'Warten Sie, oder der Benutzer fordert einen neuen an.',
    ],
    rateLimit: [
      'Es gab zu viele Anfragen.',
      'Warten Sie oder erhöhen Sie das Limit unter Anmeldung → Anfragelimits.',
    ],
    overload: [
      'Der Server prüfte zu viele Passwörter zugleich.',
      'Versuchen Sie es noch einmal. Bleibt es so, braucht der Server mehr Leistung.',
    ],
    locked: [
      'Das Passwort war nach zu vielen falschen Versuchen gesperrt.',
      'Setzen Sie ein neues Passwort.',
    ],
    passwordExpired: [
      'Das Passwort war richtig, aber vorläufig oder abgelaufen.',
      'Der Benutzer ersetzt es.',
    ],
    disabled: ['Das Konto war gesperrt.', 'Aktivieren Sie es.'],
    userExists: [
      'Der Anmeldename, die Adresse oder der Passkey war schon vergeben.',
      'Der Benutzer meldet sich an, statt sich zu registrieren.',
    ],
    factorMissing: [
      'Der Faktor war für diesen Benutzer nicht eingerichtet.',
      'Der Benutzer meldet sich anders an und fügt ihn hinzu.',
    ],
    abandoned: [
      'Die Anmeldung wartete auf ihren zweiten Faktor, der innerhalb von zehn Minuten nicht kam.',
      'Hat der Benutzer den Faktor verloren: ein Wiederherstellungscode, oder entfernen Sie den Faktor. War es nicht der Benutzer, ändern Sie das Passwort.',
    ],
    wrongPasskey: [
      'Der Passkey wurde nicht angenommen.',
      'Der Grund steht im Ereignis. Der Benutzer fügt einen neuen Passkey hinzu.',
    ],
    domain: [
      'Der Passkey oder die Identität gehört zu einer anderen Domain.',
      'Prüfen Sie die Passkey-Domain des Projekts.',
    ],
    wrongOrigin: [
      'Die Seite kam von einem anderen Ursprung.',
      'Prüfen Sie die Ursprünge des Projekts und LATCHKEY_BASE_URL.',
    ],
    policy: [
      'Eine Regel ließ es nicht zu.',
      'Prüfen Sie die Anmelderegeln des Projekts, des Mandanten und der Rollen.',
    ],
    ssoRequired: [
      'Ein Mandant des Benutzers verlangt die Anmeldung über sein SSO.',
      'Der Benutzer meldet sich über SSO an.',
    ],
    notInTenant: ['Der Benutzer gehörte nicht zum Mandanten.', 'Fügen Sie ihn dem Mandanten hinzu.'],
    unknownTenant: [
      'Es gab keinen solchen Mandanten.',
      'Prüfen Sie die Mandanten-ID oder die Domain, die die Anwendung sendet.',
    ],
    tenantDisabled: ['Der Mandant war gesperrt.', 'Aktivieren Sie ihn.'],
    connection: [
      'Die SSO-Verbindung oder der Anbieter funktionierte nicht.',
      'Vergleichen Sie den Grund im Ereignis mit den Einstellungen der Verbindung.',
    ],
    identity: ['Die Identität beim Anbieter führt hier zu keinem Konto.', 'Der Grund steht im Ereignis.'],
    redirect: [
      'Die Rücksprungadresse stand nicht auf der Liste.',
      'Fügen Sie sie den erlaubten Adressen hinzu oder berichtigen Sie die Anwendung.',
    ],
    unknownApplication: [
      'Keine SSO-Anwendung hat diese Client-ID.',
      'Berichtigen Sie die Client-ID in der Anwendung.',
    ],
    consentRefused: [
      'Der Benutzer hat der Anwendung nicht erlaubt, worum sie gebeten hat.',
      'Es ist nichts zu tun. Der Benutzer kann in der Anwendung von vorn beginnen.',
    ],
    notGranted: ['Der Benutzer darf die SSO-Anwendung nicht benutzen.', 'Weisen Sie ihm die Anwendung zu.'],
    sessionEnded: ['Die Sitzung, in der es begann, war beendet.', startAgain],
    otherSession: ['Es gehört zu einer anderen Sitzung.', 'Der Benutzer beendet es dort, wo es begann.'],
    credentials: ['Ein Token oder Schlüssel der Anfrage war ungültig.', 'Prüfen Sie die Anwendung.'],
    cannotSend: [
      'Das Projekt konnte die Nachricht nicht senden.',
      'Richten Sie unter Nachrichten → Anbindungen einen Connector ein.',
    ],
    badRequest: [
      'Die Anfrage war fehlerhaft oder ein neues Passwort zu schwach.',
      'Prüfen Sie die Anwendung.',
    ],
    changedMeanwhile: ['Eine andere Anfrage änderte gleichzeitig dasselbe.', startAgain],
    notSupported: ['Der Server bietet das nicht an.', 'Prüfen Sie die Anwendung.'],
    other: ['Es wurde abgewiesen.', 'Mehr sagt der Fehlercode im Ereignis.'],
  },
  succeeded: 'Der Benutzer hat sich angemeldet.',
  unknownCause: 'Es wurde abgewiesen. Das Ereignis stammt aus einer Version, die keinen Grund aufzeichnete.',
  repeated: (count) => `(${count}-mal)`,
  since: (moment) => ` seit ${moment}`,
  by: (type, id) => ` durch ${actors[type]?.(id) ?? id}`,
};
