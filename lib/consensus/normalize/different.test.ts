import { describe, expect, it } from 'vitest';

import { normalize } from './index';

/** Each row's texts mean different things, so no two of them may be the same. */
const DIFFERENT: readonly (readonly [string, readonly string[]])[] = [
  ['sign', ['5', '-5', '+5', '±5', '~5', '≈5', '5-', '(5)', '¬5', '!5', '5!', '#5']],
  [
    'decimal point and range',
    ['314', '3.14', '3-14', '3:14', '3/14', '3,14', '31.4', '3 14', '3^14', '3_14', '3*14', '3**14', '3−14'],
  ],
  ['powers', ['105', '10⁵', '10^5', '10₅', '10_5', '10**5', '10*5', '10e5', '10 5', '10', '10×5', '10^{-5}']],
  ['fractions', ['½', '12', '1/2', '1 2', '1½', '11/2', '-½', '0.5', '.5', '5']],
  [
    'LaTeX fractions',
    ['\\frac{2}{3}', '23', '2/3', '\\frac{23}{}', '\\frac{3}{2}', '-\\frac{2}{3}', '\\frac23'],
  ],
  ['per cent', ['50', '50%', '50‰', '50 °', '$50', '€50', '£50', '¥50', '50¢', '50 €', '50 %p']],
  ['units by case', ['5 mW', '5 MW', '5 Mw', '5 kW', '5', '5 m W', '5 mw']],
  ['units without a number', ['Mm', 'mm', 'MM', 'the unit is Mm', 'the unit is mm']],
  ['amounts between dollars', ['$10 is less than 20$', '10 is less than 20', '$10 is less than $20']],
  ['an empty block', ['red\n```Paris', 'red\n```London', 'red\n~~~1\n~~~', 'red\n~~~2\n~~~', 'red']],
  ['derivatives', ["y'**2 + y**-3", "y'2 + y-3", "y'**2 + y-3"]],
  ['attached units by case', ['5mW', '5MW', '5Mb', '5MB', '5 mb']],
  ['formulas by case', ['CO', 'Co', 'C O', 'CO2', 'Co2', 'CO₂', 'CO²']],
  ['single letters', ['n', 'N', 'ν', 'n!', 'n?', "n'", '|n|', 'n̄', '-n', '√n']],
  ['Greek capitals', ['\\Delta', '\\delta', 'Δ', 'δ', 'Delta x', '\\Delta x']],
  ['products of letters', ['$ABC$', '$abc$', '$AbC$', '\\boxed{ABC}', '\\boxed{ABc}']],
  ['languages', ['C', 'C++', 'C#', 'C*', 'C--', 'Objective-C', '.C', 'c']],
  [
    'platform names',
    ['net', '.net', '*.net', '@net', '#net', '$net', '-net', '--net', '/net', '~net', '_net', 'net()'],
  ],
  [
    'negation',
    [
      'ready',
      '!ready',
      '¬ready',
      'not ready',
      '~ready',
      '~~ready~~',
      '- ready',
      'ready?',
      '\\ready',
      '-ready',
    ],
  ],
  ['operators', ['1 - 1/e', '1 + 1/e', '1 ± 1/e', '1 1/e', '1 × 1/e', '1 = 1/e', '1 ≠ 1/e']],
  ['comparison', ['x > 5', 'x < 5', 'x >= 5', 'x ≥ 5', 'x = 5', 'x 5', 'x == 5', 'x != 5', 'x => 5']],
  ['leading comparison', ['5', '> 5', '>5', '>= 5', '< 5', '≤ 5', '≥5', '= 5']],
  ['leading comparison of words', ['average', '> average', '< average']],
  ['times', ['12:00', '1:00', '1200', '12.00', '12', '12:00 PM', '12:00 AM', '12h', '12']],
  [
    'dates',
    [
      '03/04/2025',
      '04/03/2025',
      '3 April 2025',
      '4 March 2025',
      '03-04-2025',
      '3/4/2025',
      '03.04.2025',
      '2025',
    ],
  ],
  [
    'versions',
    ['3.10', '3.1', '3.1.0', '310', 'v3.1', '3.10.', '3', '3.0'].filter((version) => version !== '3.10.'),
  ],
  ['bases', ['10', '10_2', '10₂', '0b10', '0x10', '10h', '010']],
  [
    'grouping or not',
    ['1000', '1.000', '1 000', '1, 000', '0,100', '1,0000', '10,00', '-1,000', '+1,000', '1,000,'],
  ],
  ['lists of numbers', ['1,000 and 5', '1000 and 5', '(1,000)', '(1000)', '[1,000]', '{1,000}', '1,000;']],
  ['rows of numbers', ['1 2 3 4', '1 2\n3 4', '1\n2\n3\n4', '1, 2, 3, 4', '1 2 34', '1234']],
  ['lists of negatives', ['- 5\n- 3', '-5\n-3', '5\n3', '+ 5\n+ 3', '* 5\n* 3', '5 3', '- 5\n+ 3']],
  [
    'a patch',
    ['- old line\n+ new line', '+ old line\n- new line', 'old line\nnew line', '+ old line\n+ new line'],
  ],
  ['numbered lists', ['1. red\n2. blue', '2. red\n1. blue', '1. blue\n2. red', '3. red\n4. blue']],
  ['brackets', ['(0,1)', '[0,1]', '(0,1]', '[0,1)', '{0,1}', '0,1', '|0,1|', '⟨0,1⟩', '⌊0,1⌋']],
  ['lists of one', ['Paris', '[Paris]', '{Paris}', '<Paris>', '["Paris"]']],
  ['markup', ['div', '<div>', '</div>', '#div', '.div', 'div()', '&div;', '{{div}}', '@div', '%div%']],
  ['quoted values', ['5', '"5"', "'5'", '5"', "5'", '5°']],
  ['quoted value words', ['null', '"null"', '"True"', 'True', '"undefined"', 'undefined']],
  ['powers and emphasis', ['2**3', '2*3', '23', '2 ** 3', '2 3', '(2)**3', '2**3**4', '234', '2*3*4']],
  ['products and emphasis', ['a*b*c', 'abc', 'a b c', 'a*bc', '*a*b', 'a_b_c', 'a**b**c']],
  ['pointers', ['*p', 'p', '&p', '**p', '->p', 'p*']],
  ['arguments', ['**options', '*options', 'options', '...options', '*options*']],
  ['file patterns', ['*.txt', '.txt', 'txt', '*txt*', '?.txt', '**/*.txt', '*', '**']],
  ['underscores', ['__init__', 'init', '_init_', '_init', 'init_', 'in_it', 'in it', '__init']],
  ['names by case', ['toString', 'tostring', 'to_string', 'to string', 'ToString']],
  ['calls by case', ['print(1)', 'Print(1)', 'print(-1)', 'print 1', 'print[1]', 'print']],
  ['attributes by case', ['Math.PI', 'math.pi', 'math pi', 'Math::PI']],
  ['method marks', ['sort', 'sort!', 'sort?', 'sort()', '&sort', ':sort']],
  ['macros', ['println!', 'println', '!println']],
  ['commands', ['rm -rf', 'rm rf', 'rm --rf', 'rm -RF', 'rm - rf']],
  ['paths', ['/etc', 'etc', './etc', '../etc', '~/etc', '\\etc', 'C:\\etc', 'C:\\Etc', '/etc/']],
  ['addresses by case', ['https://e.org/Ab', 'https://e.org/ab', 'https://e.org/a-b', 'https://e.org/a b']],
  ['tags', ['#release', 'release', '@release', '##release']],
  ['comments', ['# x = 1', 'x = 1', '// x = 1', '-- x = 1', '; x = 1']],
  ['patterns', ['^a.', '^a', 'a.', 'a$', '^a$', '[a]', 'a+', 'a*', '(a)?', 'a?', 'a|b']],
  ['indentation', ['if x:\n  go()\nstop()', 'if x:\n  go()\n  stop()', 'if x: go() stop()']],
  [
    'code in a fence',
    [
      '```\nX = 1\n```',
      '```\nx = 1\n```',
      '```\nx  = 1\n```',
      '```\n x = 1\n```',
      '```\n"x" = 1\n```',
      '```\nx = -1\n```',
    ],
  ],
  ['code lines', ['```\na\nb\n```', '```\na b\n```', '```\na\n b\n```', '```\na\n\nb\n```', '```\na-b\n```']],
  [
    'inline code by case',
    ['use `Foo`', 'use `foo`', 'use `FOO`', 'use `-foo`', 'use `foo-bar`', 'use `foo bar`'],
  ],
  ['recurring decimals', ['0.333', '0.333...', '0.3', '0.3\u0305', '0.(3)', '1/3']],
  ['a question', ['Paris', 'Paris?', '¿Paris?', 'Paris...', 'Paris;']],
  ['doubled stops', ['.', '..', '.a', '..a', 'a..', 'a…']],
  ['vowel signs', ['कि', 'की', 'क', 'कु', 'को', 'का']],
  ['vowel points', ['בָּ', 'ב', 'בּ', 'بَ', 'ب', 'بّ']],
  ['tones and accents', ['ma', 'má', 'mà', 'mä', 'mạ', 'mã']],
  ['voiced marks', ['か', 'が', 'カ', 'ガ', 'は', 'ば', 'ぱ']],
  ['other scripts', ['서울', '부산', '北京', '東京', 'Киев', 'Минск', 'القاهرة', 'กรุงเทพ']],
  [
    'emoji',
    ['yes 👍', 'yes 👎', 'yes', '👍', '👎', '👍🏽', '👩‍🚀', '👩🚀', '🇫🇷', '🇩🇪', '❤', '💔', '✓', '✗', '☑', '☐'],
  ],
  ['keycaps', ['1', '1️⃣', '2️⃣', '①', '②', '❶', '⑴', 'I', 'Ⅰ']],
  ['styled letters', ['R', 'ℝ', '𝐑', 'ℛ', 'ᴿ', 'ᵣ', '®']],
  ['letters and lookalikes', ['a', 'а', 'α', 'ª', 'å', 'ä', 'æ']],
  [
    'sets and logic',
    [
      'A ∪ B',
      'A ∩ B',
      'A \\ B',
      'A ⊂ B',
      'A ∧ B',
      'A ∨ B',
      'A → B',
      'A ← B',
      'A ↔ B',
      'A B',
      'A-B',
      'AB',
      '∀A',
      '∃A',
    ],
  ],
  ['differences of lengths', ['AB-CD', 'AB CD', 'AB+CD', 'AB·CD', 'AB/CD', 'ABCD']],
  ['word joins', ['resign', 're-sign', 'therapist', 'the rapist', 'now here', 'nowhere']],
  [
    'order and negation',
    [
      'Tom beat Jerry',
      'Jerry beat Tom',
      'Tom did not beat Jerry',
      'Tom beat, Jerry',
      "Tom didn't beat Jerry",
    ],
  ],
  ['articles', ['The Who', 'Who', 'A Who', 'the who?']],
  ['two letters', ['US', 'us', 'IT', 'it', 'No. 5', 'no 5', 'No, 5', 'No -5']],
  ['infinity', ['(-∞, 5]', '(-∞, 5)', '(∞, 5]', '[-∞, 5]', '(−∞, −5]']],
  ['primes', ['f(x)', "f'(x)", "f''(x)", 'f(−x)', 'F(x)', '-f(x)', 'f^{-1}(x)', 'f(x)!']],
  ['angles', ["5'", '5"', '5°', '5′', '5″', '5']],
  ['ratios', ['1:2', '2:1', '1/2', '12', '1-2', '1.2', '1 : -2', '1,2']],
  [
    'text beside the box',
    [
      '\\boxed{5}',
      '-\\boxed{5}',
      '\\boxed{-5}',
      '2\\boxed{5}',
      '\\boxed{5}%',
      '\\boxed{5}\\boxed{6}',
      '\\boxed{5}{6}',
      '\\boxed{56}',
    ],
  ],
  ['two formulas', ['$x$ and $y$', '$x and y$', 'x$ and $y', '$x$, $y$']],
  ['money and mathematics', ['$5', '5', '5$', '$5k', '$-5', '-$5', '\\$-5', 'US$5', 'C$5']],
  ['a strike', ['~~no~~ yes', 'no yes', '~~no yes~~', '~no yes']],
  ['control of direction', ['12', '\u202E12', '21']],
  ['invisible operators', ['2½', '2\u2064½', '2\u2062½']],
];

describe('normalize never makes two answers the same', () => {
  it.each(DIFFERENT)('%s', (_name, texts) => {
    const seen = new Map<string, string>();
    const clashes: string[][] = [];
    for (const text of new Set(texts)) {
      const canonical = normalize(text);
      const earlier = seen.get(canonical);
      if (earlier !== undefined && canonical !== '') clashes.push([earlier, text, canonical]);
      seen.set(canonical, text);
    }
    expect(clashes).toEqual([]);
  });
});
