import { defineMessages } from '../../i18n/languages.ts';

export const keyMessages = defineMessages(
  {
    algorithm: 'Signing algorithm',
    algorithmLead:
      'A different algorithm gets its own key, which is published immediately and signs after ten minutes. No users are signed out.',
    algorithms: {
      RS256: {
        label: 'RS256',
        description: 'RSA, 2048 bits. All SDKs support it; the Java and .NET SDKs need it.',
      },
      ES256: {
        label: 'ES256',
        description:
          'Elliptic curve P-256. Shorter tokens that take a sixth of the time to sign. The Java and .NET SDKs ' +
          'cannot verify them.',
      },
    },
    keys: 'Signing keys',
    keysLead:
      'The SDKs accept any token signed with a key from the JWKS as a session. Tokens of applications have separate keys.',
    keySet: 'JWKS',
    id: 'Key ID',
    signs: 'Signs',
    kinds: { sessions: 'Sessions', applications: 'Tokens of applications' },
    algorithmShort: 'Algorithm',
    status: 'Status',
    statuses: { waiting: 'Published, not signing yet', signing: 'Signing', verifying: 'Verifying only' },
    signsFrom: 'Signs from',
    publishedUntil: 'Published until',
    open: 'until replaced',
    rotate: 'Rotate…',
    rotateTitle: 'Rotate the signing key?',
    rotateAction: 'Rotate',
    rotateLead: [
      'The new key is published immediately and starts signing after ten minutes, so that caches can load it in time.',
      'The old key stays published until the last token it signed has expired. No users are signed out.',
      'The keys for tokens of applications and for client assertions to identity providers are rotated too.',
    ],
    applications: 'Tokens of applications',
    applicationsLead:
      'ID tokens and the tokens of third-party applications are not sessions. However, the SDKs accept them as ' +
      'sessions if they are signed with the session keys.',
    separate: 'Sign them with separate keys',
    separateLead:
      'The separate keys start signing after ten minutes. Applications read them from the key set in the ' +
      'discovery document. The access tokens of third-party applications no longer name this project as ' +
      'audience by default. Before you turn this on, make sure that none of your servers verifies application ' +
      'tokens with an SDK or with the JWKS above.',
    audience: 'Audience of sessions',
    audienceLead:
      'Needed if your servers validate sessions with an audience, as in validateSession(token, { audience: projectId }).',
    nameProject: 'Name this project as the audience',
    nameProjectLead:
      'The current SDKs accept session and refresh JWTs with and without an audience. Versions of the Python ' +
      'SDK that are several years old reject an audience.',
    rotated: 'New key published. It starts signing in ten minutes.',
  },
  {
    algorithm: 'Signaturverfahren',
    algorithmLead:
      'Ein anderes bekommt einen eigenen Schlüssel, der sofort veröffentlicht wird und nach zehn Minuten signiert. Niemand wird abgemeldet.',
    algorithms: {
      RS256: {
        label: 'RS256',
        description: 'RSA, 2048 Bit. Jedes SDK kennt es; die SDKs für Java und .NET brauchen es.',
      },
      ES256: {
        label: 'ES256',
        description:
          'Elliptische Kurve P-256. Kürzere Token, in einem Sechstel der Zeit signiert. Die SDKs für Java und .NET können sie nicht prüfen.',
      },
    },
    keys: 'Signaturschlüssel',
    keysLead:
      'Die SDKs nehmen als Sitzung an, was ein Schlüssel der Schlüsselliste signiert hat. Token von Anwendungen haben eigene Schlüssel.',
    keySet: 'Schlüsselliste',
    id: 'Schlüssel-ID',
    signs: 'Signiert',
    kinds: { sessions: 'Sitzungen', applications: 'Token von Anwendungen' },
    algorithmShort: 'Verfahren',
    status: 'Zustand',
    statuses: { waiting: 'veröffentlicht, signiert bald', signing: 'signiert', verifying: 'prüft nur noch' },
    signsFrom: 'Signiert ab',
    publishedUntil: 'Veröffentlicht bis',
    open: 'bis ein neuer folgt',
    rotate: 'Wechseln …',
    rotateTitle: 'Den Schlüssel, der signiert, durch einen neuen ersetzen?',
    rotateAction: 'Wechseln',
    rotateLead: [
      'Der neue Schlüssel wird sofort veröffentlicht und signiert nach zehn Minuten, damit jeder Zwischenspeicher ihn rechtzeitig kennt.',
      'Der alte bleibt veröffentlicht, bis das letzte Token abgelaufen ist, das er signiert hat. Niemand wird abgemeldet.',
      'Die Schlüssel für Token von Anwendungen und die, mit denen sich dieser Server bei Identitätsanbietern ausweist (Client Assertions), wechseln mit.',
    ],
    applications: 'Token von Anwendungen',
    applicationsLead:
      'ID-Token und die Token von Drittanwendungen sind keine Sitzungen. Die SDKs nehmen sie trotzdem als Sitzungen an, wenn sie mit deren Schlüsseln signiert sind.',
    separate: 'Mit eigenen Schlüsseln signieren',
    separateLead:
      'Die Schlüssel signieren nach zehn Minuten. Anwendungen finden sie in der Schlüsselliste, die das Discovery-Dokument nennt. Access-Token von Drittanwendungen nennen dieses Projekt dann nicht mehr von sich aus als Empfänger. Stellen Sie vorher sicher, dass keiner Ihrer Server Token von Anwendungen mit einem SDK oder mit der Schlüsselliste oben prüft.',
    audience: 'Empfänger von Sitzungen',
    audienceLead:
      'Nötig, wenn Ihre Server Sitzungen mit einem Empfänger prüfen, etwa mit validateSession(token, { audience: projectId }).',
    nameProject: 'Dieses Projekt als Empfänger nennen',
    nameProjectLead:
      'Die heutigen SDKs nehmen Sitzungs- und Erneuerungs-JWTs mit und ohne Empfänger an. Jahrealte Versionen des SDK für Python lehnen einen Empfänger ab.',
    rotated: 'Der neue Schlüssel ist veröffentlicht und signiert nach zehn Minuten.',
  },
);
