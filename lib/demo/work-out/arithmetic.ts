import { evaluateExpression } from './expression';
import { toDecimal } from './rational';
import type { WorkedOut } from './worked-out';

/** Words that surround a sum without changing it. */
const AROUND =
  /^(?:please|hey|hi|can you|could you|tell me|what is|what's|whats|how much is|how much are|calculate|compute|evaluate|work out|solve|the (?:result|value|sum|product) of|次の計算|計算して(?:ください)?)[\s:,]*|[\s]*(?:please|equals?|makes?|[=?!.。、]|を?計算して(?:ください)?|はいくつ(?:ですか)?|はいくら(?:ですか)?|は何(?:ですか)?|の答え|の値|は|ですか|です)$/;

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const SPOKEN: [RegExp, string][] = [
  [
    new RegExp(String.raw`(${NUMBER})\s*(?:%|percent|per cent|パーセント)\s*of\s*(${NUMBER})`, 'g'),
    '($2*$1/100)',
  ],
  [new RegExp(String.raw`(${NUMBER})\s*の\s*(${NUMBER})\s*(?:%|パーセント)`, 'g'), '($1*$2/100)'],
  [/\b(?:multiplied by|times)\b|×|·|∙|(?<=[\d\s)])x(?=[\d\s(])|かける|掛ける/g, '*'],
  [/\bdivided by\b|\bover\b|÷|わる|割る/g, '/'],
  [/\bplus\b|たす|足す/g, '+'],
  [/\bminus\b|[−–]|ひく|引く/g, '-'],
  [/\bto the power of\b|\*\*/g, '^'],
  [/\bsquared\b|²|の2乗/g, '^2'],
  [/\bcubed\b|³|の3乗/g, '^3'],
];

/** A sum in figures or simple words, English or Japanese; null for any other question. */
export function workOutArithmetic(question: string): WorkedOut | null {
  const expression = readSum(question);
  if (!/^[\d.\s+\-*/^()]+$/.test(expression) || !/[\d)]\s*[+\-*/^]/.test(expression)) return null;
  const value = evaluateExpression(expression);
  if (!value) return null;
  const { text, isExact } = toDecimal(value);
  if (text.length > 120) return null;
  return { value: text, derivation: deriveSum(expression, text, isExact), expression };
}

function readSum(question: string): string {
  // Only the wide forms are folded: the whole NFKC would turn 3² into 32.
  let text = question.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC')).toLowerCase();
  text = text.trim().replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(AROUND, '').replace(AROUND, '').trim();
  }
  for (const [pattern, symbol] of SPOKEN) text = text.replace(pattern, symbol);
  const pretty = text
    .replace(/\s+/g, ' ')
    .replace(/\s*([+*/^])\s*/g, '$1')
    .trim();
  return /^\([^()]*\)$/.test(pretty) ? pretty.slice(1, -1) : pretty;
}

function deriveSum(expression: string, value: string, isExact: boolean): string {
  const shown = expression.replace(/\*/g, ' × ').replace(/\//g, ' ÷ ').replace(/\+/g, ' + ');
  return splitProduct(expression, value) ?? `${shown} ${isExact ? '=' : '≈'} ${value}`;
}

/** `17 × 23 = 17 × 20 + 17 × 3 = 340 + 51 = 391`, for two whole numbers of two or three digits. */
function splitProduct(expression: string, value: string): string | null {
  const match = /^(\d{2,3})\*(\d{2,3})$/.exec(expression);
  if (!match) return null;
  const [first, second] = [Number(match[1]), Number(match[2])];
  const ones = second % 10;
  if (ones === 0) return null;
  const tens = second - ones;
  return `${first} × ${second} = ${first} × ${tens} + ${first} × ${ones} = ${first * tens} + ${first * ones} = ${value}`;
}
