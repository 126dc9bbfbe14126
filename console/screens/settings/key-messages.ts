import { defineMessages } from '../../i18n/language.tsx';

export const keyMessages = defineMessages(
  {
    algorithm: 'Signing algorithm',
    algorithmLead:
      'Another one has a key of its own, which is published at once and signs from ten minutes on. Nobody is signed out.',
    algorithms: {
      RS256: {
        label: 'RS256',
        description: 'RSA, 2048 bits. Every SDK knows it; the Java and .NET SDKs need it.',
      },
      ES256: { label: 'ES256', description: 'Elliptic curve P-256. Shorter tokens, faster to sign.' },
    },
    keys: 'Signing keys',
    keysLead:
      'They sign session and refresh JWTs. Everybody who checks a token takes the public keys from the key set.',
    keySet: 'Key set',
    id: 'Key ID',
    algorithmShort: 'Algorithm',
    status: 'Status',
    statuses: { waiting: 'published, signs soon', signing: 'signs', verifying: 'verifies only' },
    signsFrom: 'Signs from',
    publishedUntil: 'Published until',
    open: 'a newer one takes its place',
    rotate: 'Rotate …',
    rotateTitle: 'Put a new key in the place of the one that signs?',
    rotateAction: 'Rotate',
    rotateLead: [
      'The new key is published at once and signs from ten minutes on, so that every cache knows it in time.',
      'The old one stays published until the last token that it signed has run out. Nobody is signed out.',
      'Keys that this server shows to identity providers (client assertions) are rotated with it.',
    ],
    rotated: 'The new key is published and signs from ten minutes on.',
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
      ES256: { label: 'ES256', description: 'Elliptische Kurve P-256. Kürzere Token, schneller signiert.' },
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
