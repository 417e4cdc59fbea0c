import { describe, expect, it } from 'vitest';
import { cleanApiKey, knownModel, MODEL_STUDIO_PANEL, resolveBaseUrl } from './endpoints';

describe('resolveBaseUrl', () => {
  it.each([
    ['a bare host', 'https://api.example.com', 'https://api.example.com/v1'],
    ['a bare host with a slash', 'https://api.example.com/', 'https://api.example.com/v1'],
    ['with /v1', 'https://api.example.com/v1', 'https://api.example.com/v1'],
    ['with /v1 and a slash', 'https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['/v1 twice', 'https://api.example.com/v1/v1', 'https://api.example.com/v1'],
    ['a path of its own', 'https://router.example.com/api', 'https://router.example.com/api'],
    [
      'a path that ends in /v1',
      'https://x.example.com/compatible-mode/v1',
      'https://x.example.com/compatible-mode/v1',
    ],
    ['another version', 'https://x.example.com/api/paas/v4', 'https://x.example.com/api/paas/v4'],
    ['the whole route', 'https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
    ['a port', 'http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
    ['IPv6', 'http://[::1]:8080', 'http://[::1]:8080/v1'],
    ['blanks around it', ' https://api.example.com/v1\n', 'https://api.example.com/v1'],
    ['no scheme', 'api.example.com', 'https://api.example.com/v1'],
    ['no scheme on this machine', 'localhost:1234', 'http://localhost:1234/v1'],
  ])('%s', (_name, given, expected) => {
    expect(resolveBaseUrl(given)).toBe(expected);
  });

  it.each(['', 'ftp://example.com', 'http://', 'file:///etc/passwd'])('refuses %j', (given) => {
    expect(() => resolveBaseUrl(given)).toThrow('must be an http or https address');
  });
});

describe('cleanApiKey', () => {
  it.each(['abc-123', ' abc-123 ', 'abc-123\r\n', '\tabc-123'])('trims %j', (given) => {
    expect(cleanApiKey(given)).toBe('abc-123');
  });

  it.each([
    ['a shortened key', 'sk-abc…def', '"…" at position 7'],
    ['letters of another script', '密钥abc', '"密" at position 1'],
    ['a line break inside', 'sk-abc\ndef', 'a blank or line break at position 7'],
    ['nothing', '  ', 'is empty'],
  ])('refuses %s', (_name, given, message) => {
    expect(() => cleanApiKey(given)).toThrow(message);
  });
});

describe('knownModel', () => {
  it.each([
    ['deepseek-v4-pro-0813', 'member', 0.7, 1_000],
    ['glm-5.2', 'member', 0.7, 2_048],
    ['kimi-k3', 'member', 0.6, 1_000],
    ['qwen3.8-max', 'judge', 0, 600],
    ['qwen3.8-max', 'writer', 0.7, 1_600],
    ['glm-5.2', 'writer', 0.7, 2_048],
  ] as const)('%s as %s', (model, role, temperature, maxTokens) => {
    expect(knownModel(model, role)).toEqual({
      temperature,
      maxTokens,
      extraBody: { enable_thinking: false },
    });
  });

  it('knows nothing of others', () => {
    expect(knownModel('model-a', 'member')).toBeUndefined();
  });

  it('knows everyone on the Model Studio panel', () => {
    const { members, judge, writer } = MODEL_STUDIO_PANEL;
    expect([...members, judge, writer].every((model) => knownModel(model, 'member') !== undefined)).toBe(
      true,
    );
  });
});
