import { expect, test } from 'vitest';
import { productPage } from './product-page.ts';

const groups = [{ name: 'delivery' }, { name: 'credentials/totp' }];

test('a group is described by the first paragraph of its README, with links that work in docs/', () => {
  const readme =
    '# TOTP\n\nSigns users in\nby codes ([guide](../../../../docs/totp.md#codes)).\n\nFor engineers.\n';
  const page = productPage(groups, () => readme);
  expect(page).toContain(
    '## Ways to sign in\n\n- **TOTP**: Signs users in by codes ([guide](totp.md#codes)).\n',
  );
  expect(page).not.toContain('engineers');
});

test.each(['# TOTP\n\n', '# TOTP\n\nSee `verify-totp.ts`.\n'])(
  'a README without a paragraph for users is refused: %j',
  (readme) => {
    expect(() => productPage(groups, () => readme)).toThrow('credentials/totp/README.md must begin');
  },
);
