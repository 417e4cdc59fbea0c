import { describe, expect, it } from 'vitest';
import { fillMessage } from './translate';

const models = { one: '{count} model', other: '{count} models' };

describe('fillMessage', () => {
  it.each([
    ['a plain text', 'Send', 'en', {}, 'Send'],
    ['a name', 'Seat {seat} failed', 'en', { seat: 'B' }, 'Seat B failed'],
    ['a number in the locale', '{count} characters', 'en', { count: 32000 }, '32,000 characters'],
    ['a number in another locale', '{count}', 'de', { count: 32000 }, '32.000'],
    ['one', models, 'en', { count: 1 }, '1 model'],
    ['many', models, 'en', { count: 3 }, '3 models'],
    ['a language without singular', { other: '{count} 件' }, 'ja', { count: 1 }, '1 件'],
    ['a missing value stays visible', 'Seat {seat}', 'en', {}, 'Seat {seat}'],
    ['a value with braces is not filled again', '{a}{b}', 'en', { a: '{b}', b: 'x' }, '{b}x'],
  ])('%s', (_name, message, locale, params, expected) => {
    expect(fillMessage(message, locale, params)).toBe(expected);
  });
});
