import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact';

const KEY = 'my+key/with=signs&9876';

describe('redact', () => {
  it.each([
    ['a given key', `key ${KEY} is wrong`, 'key [redacted] is wrong'],
    ['a given key in an address', `?k=1&x=${encodeURIComponent(KEY)}`, '?k=1&x=[redacted]'],
    ['a given key in a page', '<b>my+key/with=signs&amp;9876</b>', '<b>[redacted]</b>'],
    ['a given key in base64', Buffer.from(KEY).toString('base64'), '[redacted]'],
    ['a bearer token', 'Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    ['an sk- key', 'Incorrect key sk-proj-abcDEF123456.', 'Incorrect key [redacted].'],
    ['a masked key', 'Incorrect key sk-abcd****wxyz', 'Incorrect key [redacted]'],
    ['api_key=', 'at /v1?api_key=abc123&x=1', 'at /v1?api_key=[redacted]&x=1'],
    ['key=', '?key=k-9 and more', '?key=[redacted] and more'],
    ['access_token=', '&access_token=tok-1', '&access_token=[redacted]'],
    ['an escaped query', '?key%3Dabc123&x=1', '?key%3D[redacted]&x=1'],
    ['a query in a page', '<a href="/?a=1&amp;token=abc123">', '<a href="/?a=1&amp;token=[redacted]">'],
    ['a JSON field', '{"api_key": "abc123xyz"}', '{"api_key": [redacted]}'],
  ])('%s', (_name, given, expected) => {
    expect(redact(given, [KEY])).toBe(expected);
  });

  it.each([
    'The model is overloaded, try again in 20 s.',
    'max_tokens=100 is too small',
    'The token limit is 4096; the key is to shorten the prompt.',
    'monkey=business',
    'model my-task-list is unknown',
  ])('leaves alone: %s', (text) => {
    expect(redact(text, ['x', ''])).toBe(text);
  });

  it('never leaves a given key, and applied twice changes nothing', () => {
    const keys = fc.stringMatching(/^[\x21-\x7e]{8,40}$/);
    fc.assert(
      fc.property(keys, fc.string(), fc.string(), (key, before, after) => {
        const once = redact(`${before} ${key} ${after}`, [key]);
        expect(once.includes(key) && !'[redacted]'.includes(key)).toBe(false);
        expect(redact(once, [key])).toBe(once);
      }),
    );
  });
});
