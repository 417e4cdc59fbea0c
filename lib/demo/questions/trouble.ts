import type { KnownQuestion } from './known-question';

/** Questions on which something goes wrong: a member, the writer, all of them, or a shared sum. */
export const troubleQuestions: KnownQuestion[] = [
  {
    id: 'failing-member',
    path: 'semantic',
    question: { en: 'Why is the sky blue?', ja: '空はなぜ青いのですか。' },
    note: {
      en: 'One member is over its limit: two of three agree.',
      ja: '一つのモデルが利用上限に達し、3件中2件の一致になります。',
    },
    recognise: {
      en: [/\bsky\b/, /\bblue\b/, /\bwhy\b|\bhow come\b/],
      ja: [/空/, /青/, /なぜ|どうして|何で|なんで/],
    },
    answers: {
      'demo-brief': {
        en: 'Air scatters blue light far more than red light, so blue reaches us from all over the sky.',
        ja: '空気が赤い光より青い光を強く散乱するため、空全体から青い光が届くからです。',
      },
      'demo-thorough': {
        en: 'Because of **Rayleigh scattering**. Sunlight holds all colours, and the molecules of the air scatter short waves much more than long ones: the strength goes with the inverse fourth power of the wavelength. Scattered blue light therefore reaches us from every direction. Violet is scattered even more, but the sun sends less of it and our eyes are less sensitive to it.',
        ja: '**レイリー散乱** のためです。太陽の光にはすべての色が含まれ、空気の分子は波長の短い光ほど強く散乱します。その強さは波長の4乗に反比例します。そのため、散乱された青い光があらゆる方向から届きます。紫はさらに強く散乱されますが、太陽光に少なく、目の感度も低いのです。',
      },
      'demo-careless': {
        error: {
          status: 429,
          type: 'rate_limit_error',
          code: 'rate_limit_exceeded',
          message: 'Scripted failure: demo-careless is over its rate limit for this question.',
          retryAfterSeconds: 90,
        },
      },
    },
    positions: [
      {
        id: 'sea',
        pattern: /\bsea\b|\bocean\b|\breflect|海/i,
        conclusion: { en: 'It mirrors the sea.', ja: '海の色が映るから。' },
      },
      {
        id: 'scattering',
        pattern: /scatter|散乱/i,
        conclusion: { en: 'Air scatters blue light most.', ja: '空気が青い光を強く散乱するから。' },
      },
    ],
    expected: 'scattering',
    confidence: 96,
  },
  {
    id: 'slow-member',
    path: 'semantic',
    question: { en: "What colour is a polar bear's skin?", ja: 'ホッキョクグマの皮膚は何色ですか。' },
    note: {
      en: 'One member keeps silent for twenty seconds before it answers.',
      ja: '一つのモデルが20秒黙ってから答えます。',
    },
    recognise: { en: [/\bpolar bears?\b/, /\bskin\b/], ja: [/ホッキョクグマ|シロクマ|白熊/, /皮膚|肌/] },
    answers: {
      'demo-brief': { en: 'Black.', ja: '黒です。' },
      'demo-thorough': {
        silentMs: 20_000,
        words: {
          en: '**Black.** The fur only looks white: its hairs are hollow and without pigment, and they scatter the light. The skin underneath is black.',
          ja: '**黒** です。毛は白く見えますが、実は色素のない中空の毛が光を散乱しているだけで、その下の皮膚は黒色です。',
        },
      },
      'demo-careless': { en: "it's black under all that fur", ja: '毛の下は黒いよ' },
    },
    positions: [
      { id: 'black', pattern: /\bblack\b|黒/i, conclusion: { en: 'Black.', ja: '黒。' } },
      {
        id: 'other',
        pattern: /\bwhite\b|\bpink\b|白|ピンク/i,
        conclusion: { en: 'White or pink.', ja: '白かピンク。' },
      },
    ],
    expected: 'black',
    confidence: 97,
  },
  {
    id: 'failing-writer',
    path: 'fallback',
    question: {
      en: 'Tabs or spaces: which is better for indenting code?',
      ja: 'コードのインデントはタブとスペースのどちらがよいですか。',
    },
    note: {
      en: 'The members differ and the writer fails: the best single answer, never called a consensus.',
      ja: '意見が分かれ、まとめ役も失敗。合意とは呼ばず、最良の一つを示します。',
    },
    recognise: { en: [/\btabs?\b/, /\bspaces?\b/], ja: [/タブ/, /スペース/] },
    answers: {
      'demo-brief': { en: 'Spaces.', ja: 'スペースです。' },
      'demo-thorough': {
        en: 'Tabs. A tab says "one level deeper" and leaves its width to the reader, which helps people who need large type or read with a Braille display. Spaces fix one width for all.',
        ja: 'タブです。タブは「一段深い」という意味だけを持ち、幅は読む人が選べます。大きな文字や点字ディスプレイを使う人には助けになります。スペースでは幅が全員に固定されます。',
      },
      'demo-careless': {
        en: 'whatever the formatter does, honestly',
        ja: 'フォーマッタ任せでいいんじゃない',
      },
    },
    positions: [
      { id: 'spaces', pattern: /\bspaces\b|スペース/i, conclusion: { en: 'Spaces.', ja: 'スペース。' } },
      { id: 'tabs', pattern: /\btabs\b|タブ/i, conclusion: { en: 'Tabs.', ja: 'タブ。' } },
      {
        id: 'formatter',
        pattern: /formatter|フォーマッタ/i,
        conclusion: { en: 'Leave it to the formatter.', ja: 'フォーマッタに任せる。' },
      },
    ],
    expected: null,
    confidence: 45,
    written: {
      error: {
        status: 429,
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: 'Scripted failure: demo-writer has no quota left for this question.',
      },
    },
  },
  {
    id: 'one-answer',
    path: 'synthesis',
    question: { en: 'Which planet has the shortest day?', ja: '一日が最も短い惑星はどれですか。' },
    note: {
      en: 'Two members fail: an answer from one is never called a consensus.',
      ja: '二つが失敗。一つの回答を合意とは呼びません。',
    },
    recognise: { en: [/\bplanet\b/, /\bshortest day\b/], ja: [/惑星/, /短い/] },
    answers: {
      'demo-brief': {
        en: 'Jupiter: it turns once in a little under ten hours.',
        ja: '木星です。10時間弱で一回転します。',
      },
      'demo-thorough': { mishap: 'filtered' },
      'demo-careless': { mishap: 'empty' },
    },
    positions: [{ id: 'jupiter', pattern: /jupiter|木星/i, conclusion: { en: 'Jupiter.', ja: '木星。' } }],
    expected: 'jupiter',
    confidence: 95,
    written: {
      en: '**Jupiter.** It turns once in a little under ten hours, the shortest day of any planet in the solar system.',
      ja: '**木星** です。10時間弱で一回転し、太陽系の惑星の中で一日が最も短くなります。',
    },
  },
  {
    id: 'no-answer',
    path: 'no_answer',
    question: {
      en: 'Show me a run in which no model answers.',
      ja: 'どのモデルも答えない実行を見せてください。',
    },
    note: {
      en: 'All three fail, each in its own way, and nothing is made up.',
      ja: '三つともそれぞれの形で失敗し、何も作り上げません。',
    },
    recognise: {
      en: [/\b(no|none of the) (model|member)s?\b/, /\banswers?\b/],
      ja: [/どの(モデル|メンバー)も/, /答え/],
    },
    answers: {
      'demo-brief': { mishap: 'empty' },
      'demo-thorough': { mishap: 'filtered' },
      'demo-careless': {
        error: {
          status: 429,
          type: 'rate_limit_error',
          code: 'rate_limit_exceeded',
          message: 'Scripted failure: demo-careless is over its rate limit for this question.',
          retryAfterSeconds: 90,
        },
      },
    },
    positions: [],
    expected: null,
    confidence: 0,
  },
  {
    id: 'wrong-sum',
    path: 'semantic',
    question: {
      en: 'Our group ordered 17 lunch menus at 23 euros each. How much is the bill? Show your working.',
      ja: '23ユーロのランチを17人分注文しました。会計はいくらですか。計算も見せてください。',
    },
    note: {
      en: 'All three share one wrong sum. The judge is convinced; the engine is not.',
      ja: '三つとも同じ計算違い。審判は納得しますが、計算エンジンは見逃しません。',
    },
    recognise: {
      en: [/\b17\b/, /\b23\b/, /\bmenus?\b|\blunch(es)?\b/, /\bbill\b|\bhow much\b|\btotal\b/],
      ja: [/17/, /23/, /ランチ|昼食/],
    },
    answers: {
      'demo-brief': {
        en: '17 × 23 = 381, so the bill is 381 euros.',
        ja: '17 × 23 = 381 なので、会計は381ユーロです。',
      },
      'demo-thorough': {
        en: 'The bill is **381 euros**.\n\n- Twenty euros each: 17 × 20 = 340\n- Three euros each: 17 × 3 = 41\n- Together: 340 + 41 = 381\n\nSo 17 × 23 = 381.',
        ja: '会計は **381ユーロ** です。\n\n- 20ユーロ分: 17 × 20 = 340\n- 3ユーロ分: 17 × 3 = 41\n- 合計: 340 + 41 = 381\n\nよって 17 × 23 = 381 です。',
      },
      'demo-careless': { en: 'that makes 381 euros, 17 × 23 = 381', ja: '381ユーロになるね、17 × 23 = 381' },
    },
    positions: [
      {
        id: '381',
        pattern: /\b381|381/,
        conclusion: { en: 'The bill is 381 euros.', ja: '会計は381ユーロ。' },
      },
      {
        id: '391',
        pattern: /\b391|391/,
        conclusion: { en: 'The bill is 391 euros.', ja: '会計は391ユーロ。' },
      },
    ],
    expected: '381',
    confidence: 90,
  },
];
