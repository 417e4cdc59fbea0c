import type { Language } from '@/lib/demo/words';
import type { WorkedOut } from './worked-out';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DATE = new RegExp(
  [
    '(?<!\\d)(\\d{4})-(\\d{1,2})-(\\d{1,2})(?!\\d)',
    '(\\d{4})年\\s*(\\d{1,2})月\\s*(\\d{1,2})日',
    `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})(?!\\d)`,
    `\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`,
  ].join('|'),
  'gi',
);
const DAY_MS = 86_400_000;

/** Days between two dates, the weekday of a date, or a date some days or weeks on; null for any other question. */
export function workOutDate(question: string, language: Language): WorkedOut | null {
  const text = question.normalize('NFKC').toLowerCase();
  const dates = Array.from(text.matchAll(DATE), readDate);
  const [first, second] = dates;
  if (!first || dates.includes(null)) return null;
  const rest = text.replace(DATE, ' ');
  if (second)
    return dates.length === 2 && /\bdays?\b|何日/.test(rest) ? daysBetween(first, second, language) : null;
  if (/\bweekday\b|\b(?:what|which) day\b|\bday of the week\b|何曜日/.test(rest))
    return weekdayOf(first, language);
  return dayAfter(first, rest, language);
}

function readDate(match: RegExpMatchArray): Date | null {
  const parts = match.slice(1).filter((part) => part !== undefined);
  const [a = '', b = '', c = ''] = parts;
  if (/^\d{4}$/.test(a)) return calendarDate(Number(a), Number(b), Number(c));
  const [month, day] = /^\d/.test(a) ? [b, a] : [a, b];
  return calendarDate(Number(c), MONTHS.indexOf(month) + 1, Number(day));
}

/** Null for a day that is in no calendar, such as 30 February. */
function calendarDate(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date : null;
}

function daysBetween(from: Date, to: Date, language: Language): WorkedOut {
  const days = Math.abs(to.getTime() - from.getTime()) / DAY_MS;
  const value = language === 'ja' ? `${days}日` : `${days} ${days === 1 ? 'day' : 'days'}`;
  const derivation =
    language === 'ja'
      ? `${dateText(from, language)}から${dateText(to, language)}まで(初日を含めない)は ${value}`
      : `From ${dateText(from, language)} to ${dateText(to, language)}, not counting the first day: ${value}`;
  return { value, derivation };
}

function weekdayOf(date: Date, language: Language): WorkedOut {
  const value = format(date, language, { weekday: 'long' });
  const derivation =
    language === 'ja'
      ? `${dateText(date, language)}は ${value}`
      : `${dateText(date, language)} is a ${value}`;
  return { value, derivation };
}

function dayAfter(date: Date, rest: string, language: Language): WorkedOut | null {
  const match = /(\d{1,6})\s*(?:(days?|日)|(weeks?|週間))\s*(?:(after|from|後)|(before|前))/.exec(rest);
  if (!match) return null;
  const [, count = '', , weeks, , before] = match;
  const days = Number(count) * (weeks ? 7 : 1) * (before ? -1 : 1);
  const value = dateText(new Date(date.getTime() + days * DAY_MS), language);
  const sign = days < 0 ? '−' : '+';
  const unit = language === 'ja' ? '日' : Math.abs(days) === 1 ? ' day' : ' days';
  return { value, derivation: `${dateText(date, language)} ${sign} ${Math.abs(days)}${unit}: ${value}` };
}

function dateText(date: Date, language: Language): string {
  return format(date, language, { day: 'numeric', month: 'long', year: 'numeric' });
}

function format(date: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language === 'ja' ? 'ja-JP' : 'en-GB', {
    ...options,
    timeZone: 'UTC',
  }).format(date);
}
