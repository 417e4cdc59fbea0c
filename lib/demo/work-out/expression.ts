import { add, divide, multiply, parseDecimal, power, subtract, type Rational } from './rational';

const MAX_EXPRESSION_CHARS = 200;
const MAX_DEPTH = 40;

type Operation = (a: Rational, b: Rational) => Rational | null;
const SUMS: Record<string, Operation> = { '+': add, '-': subtract };
const PRODUCTS: Record<string, Operation> = { '*': multiply, '/': divide };

class Unreadable extends Error {}

/**
 * The exact value of `+ - * / ^ ( )` over decimals, with the usual precedence (`^` binds to the
 * right, a leading minus below it). Null where it cannot be read, divides by zero or grows beyond
 * 400 digits. Own code: the algebra library takes 80 MB, too much for a demonstration.
 */
export function evaluateExpression(expression: string): Rational | null {
  const tokens = expression.match(/\d+(?:\.\d+)?|\.\d+|\S/g) ?? [];
  if (expression.length > MAX_EXPRESSION_CHARS) return null;
  try {
    const reader = { tokens, position: 0, depth: 0 };
    const value = readChain(reader, SUMS, (inner) => readChain(inner, PRODUCTS, readSigned));
    return reader.position === tokens.length ? value : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

interface Reader {
  tokens: string[];
  position: number;
  depth: number;
}

function readChain(
  reader: Reader,
  operations: Record<string, Operation>,
  readPart: (reader: Reader) => Rational,
): Rational {
  let value = readPart(reader);
  for (;;) {
    const operation = operations[reader.tokens[reader.position] ?? ''];
    if (!operation) return value;
    reader.position += 1;
    value = known(operation(value, readPart(reader)));
  }
}

function readSigned(reader: Reader): Rational {
  let isNegative = false;
  while (accept(reader, '-')) isNegative = !isNegative;
  const value = readPower(reader);
  return isNegative ? { ...value, numerator: -value.numerator } : value;
}

function readPower(reader: Reader): Rational {
  const base = readAtom(reader);
  return accept(reader, '^') ? known(power(base, readSigned(reader))) : base;
}

function readAtom(reader: Reader): Rational {
  if (!accept(reader, '(')) {
    const token = reader.tokens[reader.position] ?? '';
    reader.position += 1;
    return known(parseDecimal(token));
  }
  if ((reader.depth += 1) > MAX_DEPTH) throw new Unreadable();
  const value = readChain(reader, SUMS, (inner) => readChain(inner, PRODUCTS, readSigned));
  if (!accept(reader, ')')) throw new Unreadable();
  reader.depth -= 1;
  return value;
}

function accept(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.position] !== token) return false;
  reader.position += 1;
  return true;
}

function known(value: Rational | null): Rational {
  if (value === null) throw new Unreadable();
  return value;
}
