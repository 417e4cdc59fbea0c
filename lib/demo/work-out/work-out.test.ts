import { describe, expect, it } from 'vitest';
import { evaluateExpression } from './expression';
import { workOut } from './index';
import { toDecimal } from './rational';

describe('workOut', () => {
  it.each([
    ['a product', 'What is 17 × 23?', '391'],
    ['a product with an asterisk', '17*23', '391'],
    ['a product with the letter x', 'what is 17 x 23', '391'],
    ['a product in Japanese words', '17かける23は?', '391'],
    ['a wide question in Japanese', '17×23はいくつですか。', '391'],
    ['brackets and precedence', 'Calculate (3 + 4) * 5 - 2^3', '27'],
    ['a power that binds to the right', '2^3^2 =', '512'],
    ['a leading minus below a power', '-2^2 + 1', '-3'],
    ['a percentage', 'What is 15% of 80?', '12'],
    ['a percentage in Japanese', '80の15%は?', '12'],
    ['decimals without a rounding error', '0.1 + 0.2', '0.3'],
    ['whole numbers beyond 2^53', '123456789 * 987654321 * 10', '1219326311126352690'],
    ['thousands separators', 'what is 1,200 plus 34?', '1234'],
    ['a quotient that never ends', '10 divided by 3', '3.3333333333'],
    ['days between two dates', 'How many days are there between 2024-02-01 and 2024-03-01?', '29 days'],
    ['days between dates in words', 'How many days from March 3, 2025 to 13 March 2025?', '10 days'],
    ['days between in Japanese', '2024年1月1日から2024年3月1日まで何日ありますか。', '60日'],
    ['a weekday', 'What weekday was 20 July 1969?', 'Sunday'],
    ['a weekday in Japanese', '2024年2月29日は何曜日ですか。', '木曜日'],
    ['days added', 'What date is 30 days after 2024-02-01?', '2 March 2024'],
    ['weeks taken away', 'Which date is 2 weeks before 2024-03-01?', '16 February 2024'],
    ['days added in Japanese', '2024年2月1日の30日後はいつですか。', '2024年3月2日'],
    ['miles to kilometres', 'Convert 5 miles to km', '8.04672 km'],
    ['the target named first', 'How many kilometres are 5 miles?', '8.04672 km'],
    ['pounds to grams', 'how many grams in 2 pounds', '907.18474 g'],
    ['degrees Fahrenheit', 'What is 212 °F in °C?', '100 °C'],
    ['below zero', 'Convert -40 degrees Celsius to Fahrenheit', '-40 °F'],
    ['a temperature in Japanese', '華氏212度は摂氏何度ですか。', '100 °C'],
    ['a speed', 'how fast is 36 km/h in m/s', '10 m/s'],
    ['a time', 'How many minutes are 2 hours?', '120 min'],
    ['a volume', '2リットルは何ミリリットルですか。', '2000 ml'],
    ['a length in Japanese', '5マイルは何キロメートル?', '8.04672 km'],
  ])('works out %s', (_name, question, value) => {
    expect(workOut(question)?.value).toBe(value);
  });

  it.each([
    ['a question without figures', 'Why is the sea salty?'],
    ['a lone number', '391'],
    ['a division by zero', '5 / 0'],
    ['a day that does not exist', 'What weekday is 30 February 2024?'],
    [
      'a word problem with units',
      'A pool holds 500 litres and loses 2 gallons an hour. How many hours does it last?',
    ],
    ['units of different kinds', 'How many kilograms are 5 miles?'],
    ['a power that would not end', '9^9^9^9'],
    ['an unknown name', '2 * process'],
    ['a bracket left open', '(2 + 3'],
    ['a text far too long', `1${' + 1'.repeat(100)}`],
  ])('leaves %s alone', (_name, question) => {
    expect(workOut(question)).toBeNull();
  });

  it('derives a product in steps', () => {
    expect(workOut('17 * 23')?.derivation).toBe('17 × 23 = 17 × 20 + 17 × 3 = 340 + 51 = 391');
  });

  it('marks a rounded value as about', () => {
    expect(workOut('10 / 3')?.derivation).toBe('10 ÷ 3 ≈ 3.3333333333');
  });
});

it('rounds half up in the last place, away from zero', () => {
  const value = evaluateExpression('-2/3');
  expect(value && toDecimal(value)).toEqual({ text: '-0.6666666667', isExact: false });
});
