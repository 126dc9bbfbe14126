import { constants, createPrivateKey, createPublicKey, publicEncrypt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decryptOaep } from './oaep.ts';
import { encryptOaep } from './oaep-fixture.ts';

const key = createPrivateKey({
  key: Buffer.from(
    'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCWa0lZiQdIZJuH0UcV43rFdjsdxIPM2SfH9yoxK2SrrAKCzOMl' +
      'lDhEXl+XYk2OSudNN7NS2/M35v4EgAftMKTC4s5YNVD811svSRTi/sWLlY7bfswSTa4KWwJCiQNSO8/kGfkbCXP2kaLE/wb/6HBV' +
      'famuTqO3IhoH2DqaUVrJdK9RqlxFeLKpRfRLWVPXf+yCTPUoWO4hrAlALkXk2iXpLQ2yNq615k5lPjZaDmh4SHXd9orTAhv90vEJ' +
      'exS+cHnyqCYJNWVLTb0+tStADVXZ3cDZsKcO3yKE6NrVeP+lu5B2+5znUhM0BGHZkPrGfhZf1vzIwbwntK6I43E19klJAgMBAAEC' +
      'ggEABlM5VRtqibWs9VMa/HzTCbUq2zbcy/SPKJcW2GCkYii9sY/Qwn3GWtgsWZYx6K/b0yywQSuJHoHv7C0/hSvPYdS6/UdK2XEl' +
      'k4os0E4LBIPGvMx5bz88mzP19C9iBUdmOrYsKLNvyXE7xPdsYZBDthd/7jEEWy7gGbS1zFNrcyqYQCJRKTzA0vLRfA11FQpX8GS7' +
      '+hv9n5zLoton6qHGJJS8zO+VOy9oR4PC+gA3xXhj8S0AaPSfpXC4s33n6cVNKMwxOy7cQEr8UjZ9JfqimL2tjEqI1L7PqOTT/SOW' +
      'wv2YvO8pohvjq8Dobfr2B0g/vI37pUy9sqehQyhgBdUb2QKBgQDFYQd4Jhjo7HP3TxQZDt5oyv34U7JfGIin9mB5ghZ+Ohx04Ytl' +
      'QR3RrFqOeRLwnC+Ra/CObJEFKRGgzOSJSeet6Z1Jm/qwl7xzt+PSvNhf1cktg6d8/S4l1B61gHmUe/zav4X9+CZkcyQGOPYt08Bj' +
      'iwnDOTU6JFY2mJBUugm5hwKBgQDDF9XuJVghl7rCGA0eCqOnKsGEbcKr4v7mbiLvuw8/7hm9u6OrxLbev/quhZCK6B/sJ1mYd3ja' +
      'cZxyUUoSayYkKFUBRVgC/0V2TwGB6rYZJ3kTyVoupUZOhAUYD0PMT36NsF/7m/KmJ+bPSo6BAW0j+DH0VAKGsnYa66m22vFarwKB' +
      'gQCGBwshZQ1JLTbZ2lLVaSlRk3W9qGfY9znkhAKiv9kyQZeNLpKPYRY0iIq9cC2SQRxz7Q3eSI55KJgVzsvpBcxSZe4uS8KBI6gO' +
      'E/KZ6S4sdWk0hM+4qdsqSM3JhcIJN+BNUfxUpqq7TwxJRWi1WbKsZX9tl20zW/VHAXYQcnukBQKBgH51h91bZZo40P0ZO/96JASq' +
      '6U+fGi3y8QmK4KiGl2b4PsVGyNwBogwXYzYXK89ukaqxAxmab8MhG6jaWmo//DQ51IgDW/5tW6hJpA+DhdAeTxRtU0CjL0SbvPWQ' +
      'h4D7EmxjpIPi3VGo0asSh/bFZuqG6lKW1iBbs8TVd2go2YPPAoGBAIXHdw5oOjXrSz0VoiceYendA1F88K96JHMIFwd/kT16iTi5' +
      'ir15bT2O0wx4ReziwE5JLlTSaeM8E9l4gGDcsXTDp1+hVDiuCw7WDZI5z1wlsuXotrksv/yedKk/OJLDFouc5X+HZqIwZQZcLm0l' +
      'zz9zCmpW5W3NKC7lAHfg6Bg9',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

/** Made by OpenSSL: `pkeyutl -encrypt -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:… -pkeyopt rsa_mgf1_md:…`. */
const vectors: [string, string, string, string][] = [
  [
    'sha256',
    'sha1',
    'sixteen byte key',
    'RXNIq2tIJmDuiSAbr/PQxDGJqK0rTUYpWdtlFvad64UIdWFUkSvyQ3a9GGiVwVVmjE4llVuD6UdcMKohn3Ah1jXKnCFANX6mN7kr' +
      'RYs/W7yVNDkGxq9nt05aK6C71hCmQrhJ+FmDQB0A1nhin1EtVljCmr4TkB+FBwMCQF9cP9/vR9sszKr3ihls4/Eu7RKvzAKKZyzj' +
      'm9LTGkgnamrR9mcGd1PrCr77FFy7zLxmRlidj04wM3Qe9iXvUW2t2/11RaopDDBbz8gicNHd6XZjOM3BU8XrxSJx3IWUyo1Sj3y6' +
      'GhA7kZURV0PPOIUmCU34PWFuY6TnNXimt+SV/jf/tg==',
  ],
  [
    'sha1',
    'sha256',
    'sixteen byte key',
    'kkUHftcKzRVdVD5Xj5ON91QDtJKnIxhSPxZee8Sp3eDbZUR0pHzIx0axc/qGXxX1qbGKtgsTuolH7SNVItD4n9xHsFWC+3MqSkNa' +
      'xP1jGnUi5lhku89V3w98N7Z4Hy+X/w+jyAir9AiQvxhcVAoDbg85o918gSs9um51PaQR6oaVrdawR6+PRYZYT0CHYYeQZ1v8Gauy' +
      '3scQfkxaLKoZg3TM6qnQ7vO+B2FtbwXjUMbELeB6lJ/SNl2vn+ug98G+yn+GK5oQRlCw1LgIa/5iJUBm2/0poCjoivFXFMme1r9K' +
      'qbTQ9jJCI1bkIyQ16jLo/Qyid8caMvwz4+iE2ViELw==',
  ],
  [
    'sha512',
    'sha1',
    'sixteen byte key',
    'indxEqMEq27snvk0DgO5ugSCWu0VUqu9ykhleDnBlBEKaRyEk8K+O3lyPN8+G262rgt8zixQsKizZEvF7x5zY1Ce3uXTqP74dGYW' +
      'y3tr4V4B1jylC9NwJtMjgm9IfKHCyre8MF0wh/xhDnahnOEtWfVgkGVlHhhrKV0gfjTXfXrI8BKCcMAee1rHymqiSsM0jEoVQSfa' +
      'GFSM+DNhn/pGNswggniwHyMQkMTh5cnrLI4qodoQZFiYxc7p49vCeyzYi6FSVfqp+xZ42Ehlsy28cZU/1WchONZ1Dn50wX481Bi1' +
      '8TvIsMe6d5umR3Ws/U9c+wDZuA8yFaYxTQ1Wz7pmiA==',
  ],
  [
    'sha384',
    'sha512',
    'sixteen byte key',
    'M4dJkaRVxMs2wf7INhf7fUDgoFX29z+UQHYMK9VXUykVzhgmgM8iqssUU2abfeTiUiIOy6IYQWKunBz4O4qy/ksc1M5F9k8Uvm7k' +
      'BDtVha/L4+lmiGFMAvZCQt6p7mex9dS0W4zL9wQ519VRK787cBBWhzr7hWjEfYqAGtM0X7gQkC0AGdmuDHtG0k4b64tPZW8tmbAc' +
      'DufuODbxCtIQNoNeF4VLsrqYO2OUnLw3anb4fA6+YZ6NFvwCYnt9NC8vYf6VSX1ncjP5Snazbsz2rf68bGKVxdnmoVSpKu7Q+Ojl' +
      'X6ifCoAwDQmhx2hIlk+I5zb1eMJLN1/6dL8sa/9OOw==',
  ],
  [
    'sha256',
    'sha1',
    '',
    'kMIhzFZQezgZSo0ORzX/PXLHwJBNzBvr+E9L6012ULU0wHMzjpbaEaWZ3/f/DnQQUnzpJynnrp3AuIMcEM4KJBHdapF/3+sRMezw' +
      'ahomdJwr11DV3CulyNFhoVgcWlqjo5sExncGSQzUWMXsLvoGaY915O//MFM3ZaTVTnlpRGewM2lyb6rAGEBA4hQfGg05TmoAdiTP' +
      '1niAi2rMIC68feMq+ErvYZ4e9hni4Dpv3F5Fg9JE3x2HNEZOZbpW232u9XTBWCr6C3SuOVolPxshCFmFX2B6D9RvIk7EmXeynd7s' +
      'xcF081BJ+8guWqqOunt/gKxvwr/ePpt6uqrdGOJWgw==',
  ],
];

test.each(vectors)('%s with a mask by %s is decrypted', (hash, maskHash, text, wrapped) => {
  expect(decryptOaep(key, Buffer.from(wrapped, 'base64'), hash, maskHash).toString()).toBe(text);
});

test('every combination that node:crypto encrypts is decrypted', () => {
  for (const oaepHash of ['sha1', 'sha256', 'sha384', 'sha512']) {
    const encrypted = publicEncrypt({ key: createPublicKey(key), oaepHash }, Buffer.from('a key'));
    expect(decryptOaep(key, encrypted, oaepHash, oaepHash).toString()).toBe('a key');
  }
});

test.each([[[0]], [[2]], [[3]], [[4, 1]], [[8, 1]], [[5]], [[128, 1]], [[254, 1]]])(
  'only zeros and a one may come before the message: %j',
  (separator) => {
    const encrypt = (before: number[]) =>
      encryptOaep(createPublicKey(key), Buffer.from('\0\0'), 'sha256', 'sha1', Buffer.from(before));
    expect(decryptOaep(key, encrypt([1]), 'sha256', 'sha1')).toEqual(Buffer.from('\0\0'));
    expect(() => decryptOaep(key, encrypt(separator), 'sha256', 'sha1')).toThrow(/^padding$/);
  },
);

describe('a block of another form is refused for one and the same reason', () => {
  const [, , , wrapped] = vectors[0]!;
  const block = (bytes: Buffer) =>
    publicEncrypt({ key: createPublicKey(key), padding: constants.RSA_NO_PADDING }, bytes);
  test.each<[string, Buffer, string, string]>([
    ['another hash', Buffer.from(wrapped, 'base64'), 'sha512', 'sha1'],
    ['another mask', Buffer.from(wrapped, 'base64'), 'sha256', 'sha256'],
    ['zeros', block(Buffer.alloc(256)), 'sha256', 'sha1'],
    ['a first byte that is not zero', block(Buffer.alloc(256, 1)), 'sha256', 'sha1'],
  ])('%s', (_, bytes, hash, maskHash) => {
    expect(() => decryptOaep(key, bytes, hash, maskHash)).toThrow(/^padding$/);
  });
});
