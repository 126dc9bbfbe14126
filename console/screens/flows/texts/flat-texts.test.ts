import { expect, test } from 'vitest';
import { flatten, valuesIn, withTexts } from './flat-texts.ts';

const texts = { code: { title: { en: 'Enter it', de: 'Eingeben' } } };
const listed = {
  screens: [{ id: 'code', texts: [{ id: 'title' }, { id: 'back' }] }],
  languages: ['en', 'fr'],
};

test('all texts that can be replaced are listed, an empty one for each that is built in', () => {
  expect(flatten(texts, listed)).toEqual({
    'code.title.en': 'Enter it',
    'code.title.de': 'Eingeben',
    'code.title.fr': '',
    'code.back.en': '',
    'code.back.fr': '',
  });
});

test('changes are added to the texts, and an empty text is removed', () => {
  const changes = { 'code.title.en': ' ', 'code.back.fr': ' Retour ', 'password.title.en': 'Hello' };
  expect(withTexts(texts, changes)).toEqual({
    code: { title: { de: 'Eingeben' }, back: { fr: 'Retour' } },
    password: { title: { en: 'Hello' } },
  });
  expect(withTexts(texts, { 'code.title.en': '', 'code.title.de': '' })).toEqual({});
});

test('the values in a text are listed once', () => {
  expect(valuesIn('{{form.loginId}}: {{lead}}, {{lead}} and {not} {{ this }}')).toEqual([
    '{{form.loginId}}',
    '{{lead}}',
  ]);
  expect(valuesIn('Continue')).toEqual([]);
});
