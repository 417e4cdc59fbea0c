import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after';

const NOW = Date.parse('2026-03-01T12:00:00.400Z');

describe('readRetryAfter', () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['parts of a second', { 'retry-after': '0.25' }, 250],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1_500],
    ['milliseconds over seconds', { 'retry-after-ms': '1500', 'retry-after': '60' }, 1_500],
    ['a date, rounded up', { 'retry-after': 'Sun, 01 Mar 2026 12:00:05 GMT' }, 5_000],
    ['a date that has passed', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['a negative number', { 'retry-after': '-5' }, 0],
    ['words', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('%s', (_name, headers, expected) => {
    expect(readRetryAfter(new Headers(headers), NOW)).toBe(expected);
  });
});
