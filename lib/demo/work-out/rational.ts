/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  numerator: bigint;
  denominator: bigint;
}

/** Numbers beyond this many digits are refused: nobody asks for them, and they cost time. */
const MAX_DIGITS = 400;
const MAX_EXPONENT = 1_000n;

/** The fraction, or null for a zero denominator or one too long to be worth working with. */
export function rational(numerator: bigint, denominator = 1n): Rational | null {
  if (denominator === 0n) return null;
  const divisor = greatestCommonDivisor(magnitude(numerator), magnitude(denominator));
  const sign = denominator < 0n ? -1n : 1n;
  const result = { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
  const digits = Math.max(String(result.numerator).length, String(result.denominator).length);
  return digits > MAX_DIGITS ? null : result;
}

/** A plain decimal such as `12`, `-0.5` or `.25`. */
export function parseDecimal(text: string): Rational | null {
  const match = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text);
  if (!match || !/\d/.test(text)) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  return rational(BigInt(`${sign}${whole}${decimals}`), 10n ** BigInt(decimals.length));
}

export function add(a: Rational, b: Rational): Rational | null {
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational | null {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational | null {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function divide(a: Rational, b: Rational): Rational | null {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** `a` to a whole power of at most 1,000 either way; null for anything else. */
export function power(a: Rational, b: Rational): Rational | null {
  const exponent = magnitude(b.numerator);
  const digits = Math.max(String(a.numerator).length, String(a.denominator).length);
  if (b.denominator !== 1n || exponent > MAX_EXPONENT) return null;
  if (BigInt(digits - 1) * exponent > BigInt(MAX_DIGITS)) return null;
  const [top, bottom] = [a.numerator ** exponent, a.denominator ** exponent];
  return b.numerator < 0n ? rational(bottom, top) : rational(top, bottom);
}

export interface DecimalText {
  text: string;
  /** False where the value had to be rounded. */
  isExact: boolean;
}

/** In decimal: exact up to 12 places, else rounded to 10 places. */
export function toDecimal(value: Rational): DecimalText {
  const isExact = 10n ** 12n % value.denominator === 0n;
  const places = isExact ? 12 : 10;
  const doubled = (2n * magnitude(value.numerator) * 10n ** BigInt(places)) / value.denominator;
  const digits = String((doubled + 1n) / 2n).padStart(places + 1, '0');
  const decimals = digits.slice(-places).replace(/0+$/, '');
  const text = `${digits.slice(0, -places)}${decimals === '' ? '' : `.${decimals}`}`;
  return { text: value.numerator < 0n && text !== '0' ? `-${text}` : text, isExact };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
