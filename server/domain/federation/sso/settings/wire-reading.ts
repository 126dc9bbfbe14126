import { type Static, t } from '../../../../http/schema.ts';
import type { Connection } from '../connection.ts';
import { describedAt } from '../reading/read-again.ts';
import type { KeyFacts } from '../reading/reading.ts';

const time = (description: string) =>
  t.integer({ description: `${description}, in seconds since 1970. 0: none` });

const keys = t.list(
  t.object({
    fingerprint: t.text({ description: 'SHA-256 of the DER form, in hexadecimal with colons' }),
    validFromTime: time('The start of the certificate’s validity'),
    expireTime: time('The end of the certificate’s validity'),
  }),
);

export const readingSchema = t.object(
  {
    address: t.text({
      description:
        'The URL of the identity provider’s metadata or discovery document. Empty if the connection was set up ' +
        'manually',
    }),
    readTime: time('When the URL was last read successfully'),
    failureTime: time('When reading the URL last failed, if the last attempt failed'),
    failure: t.text({ description: 'The reason for the failure, as a sentence' }),
    leftOutCertificates: t.list(t.text({ description: 'Why a certificate in the metadata is not used' })),
    changes: t.list(
      t.object({
        time: time('The time of the change'),
        by: t.text({
          description:
            '`address` if Latchkey has read the URL again, otherwise the kind of actor who saved the ' +
            'connection, as in the audit log',
        }),
        actorId: t.text(),
        added: keys,
        removed: keys,
      }),
      { description: 'The last changes of the certificates, newest first' },
    ),
  },
  { $id: 'SsoReading' },
);

export function readingToWire(connection: Connection): Static<typeof readingSchema> {
  const { readAt, failedAt, failure, leftOut, changes } = connection.reading;
  const isSaml = connection.protocol === 'saml';
  return {
    address: describedAt(connection),
    readTime: seconds(readAt),
    failureTime: seconds(failedAt),
    failure,
    leftOutCertificates: isSaml ? leftOut : [],
    changes: changes.map(({ changedAt, by, actorId, added, removed }) => ({
      time: seconds(changedAt),
      by,
      actorId,
      added: added.map(keyToWire),
      removed: removed.map(keyToWire),
    })),
  };
}

function keyToWire({ fingerprint, validFrom, expiresAt }: KeyFacts) {
  return { fingerprint, validFromTime: seconds(validFrom), expireTime: seconds(expiresAt) };
}

function seconds(moment: number): number {
  return Math.floor(moment / 1000);
}
