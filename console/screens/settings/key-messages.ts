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
          'Elliptic curve P-256. Shorter tokens, signed in a sixth of the time. The Java and .NET SDKs cannot verify them.',
      },
    },
    keys: 'Signing keys',
    keysLead: 'These keys sign session and refresh JWTs. Token verifiers read the public keys from the JWKS.',
    keySet: 'JWKS',
    id: 'Key ID',
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
      'The new key is published immediately and starts signing after ten minutes, so that every cache has it in time.',
      'The old key stays published until the last token it signed has expired. No users are signed out.',
      'The keys for client assertions to identity providers are rotated too.',
    ],
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
      'Sie signieren Sitzungs- und Erneuerungs-JWTs. Wer ein Token prüft, nimmt die öffentlichen Schlüssel aus der Schlüsselliste.',
    keySet: 'Schlüsselliste',
    id: 'Schlüssel-ID',
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
      'Die Schlüssel, mit denen sich dieser Server bei Identitätsanbietern ausweist (Client Assertions), wechseln mit.',
    ],
    rotated: 'Der neue Schlüssel ist veröffentlicht und signiert nach zehn Minuten.',
  },
);
