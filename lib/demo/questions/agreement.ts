import type { KnownQuestion } from './known-question';

/** Questions that show how agreement is found, and what a lone dissent does. */
export const agreementQuestions: KnownQuestion[] = [
  {
    id: 'capital',
    path: 'exact',
    question: {
      en: 'What is the capital of Australia? Answer in one word.',
      ja: 'オーストラリアの首都はどこですか。一語で答えてください。',
    },
    note: {
      en: 'The same word three times but for bold, case and a full stop: no judge needed.',
      ja: '太字や句点を除けば同じ一語。審判に尋ねる必要はありません。',
    },
    recognise: { en: [/\bcapital\b/, /\baustralia\b/], ja: [/オーストラリア/, /首都/] },
    answers: {
      'demo-brief': { en: 'Canberra', ja: 'キャンベラ' },
      'demo-thorough': { en: '**Canberra**', ja: '**キャンベラ**' },
      'demo-careless': { en: 'canberra.', ja: 'キャンベラ。' },
    },
    positions: [
      {
        id: 'canberra',
        pattern: /canberra|キャンベラ/i,
        conclusion: { en: 'Canberra.', ja: 'キャンベラ。' },
      },
      { id: 'sydney', pattern: /sydney|シドニー/i, conclusion: { en: 'Sydney.', ja: 'シドニー。' } },
    ],
    expected: 'canberra',
    confidence: 99,
  },
  {
    id: 'bat-and-ball',
    path: 'synthesis',
    question: {
      en: 'A bat and a ball cost 1.10 euros together. The bat costs 1 euro more than the ball. What does the ball cost?',
      ja: 'バットとボールは合わせて110円です。バットはボールより100円高いです。ボールはいくらですか。',
    },
    note: {
      en: 'Two against one is not a consensus: the dissent is weighed, not outvoted.',
      ja: '2対1は合意ではありません。少数意見は多数決で消さず、検討します。',
    },
    recognise: {
      en: [/\bbat\b/, /\bball\b/, /\bcosts?\b|\bprice\b|\bhow much\b/],
      ja: [/バット/, /ボール/, /いくら|値段|何円/],
    },
    answers: {
      'demo-brief': { en: '5 cents.', ja: '5円です。' },
      'demo-thorough': {
        en: 'The ball costs **5 cents**.\n\nCall the ball *b*. The bat costs b + 1.00, and together they cost 2b + 1.00 euros, which must be 1.10. So 2b is 0.10 and b is 0.05. Check: 1.05 + 0.05 = 1.10.',
        ja: 'ボールは **5円** です。\n\nボールを b 円とするとバットは b + 100 円で、合計 2b + 100 円が110円です。よって 2b は10円、b は5円です。検算: 105 + 5 = 110。',
      },
      'demo-careless': {
        en: 'easy, 10 cents! the bat is 1 euro, the rest is the ball',
        ja: '簡単、10円!バットが100円で残りがボール',
      },
    },
    positions: [
      {
        id: 'five',
        pattern: /(?<!\d)5 cents?|five cents|(?<!\d)5 ?円|0\.05/i,
        conclusion: { en: 'The ball costs 5 cents.', ja: 'ボールは5円。' },
      },
      {
        id: 'ten',
        pattern: /10 cents?|ten cents|(?<!\d)10 ?円/i,
        conclusion: { en: 'The ball costs 10 cents.', ja: 'ボールは10円。' },
      },
    ],
    expected: 'five',
    confidence: 88,
    written: {
      en: 'The ball costs **5 cents**.\n\nWith the bat at 1.05 euros, the difference is exactly 1 euro and 1.05 + 0.05 = 1.10. The answer "10 cents" overlooks that the bat would then cost only 90 cents more than the ball.',
      ja: 'ボールは **5円** です。\n\nバットが105円なら差はちょうど100円で、105 + 5 = 110 となります。「10円」という答えでは差が90円にしかならず、条件に合いません。',
    },
  },
  {
    id: 'reheated-rice',
    path: 'semantic',
    question: {
      en: 'Can I reheat cooked rice from yesterday?',
      ja: '昨日炊いたご飯を温め直して食べても大丈夫ですか。',
    },
    note: {
      en: 'With the release check on, one verifier objects; the others are a quorum.',
      ja: '公開前の検査を有効にすると、検証者の一人が反対し、残りで定足数に達します。',
    },
    recognise: {
      en: [/\brice\b/, /\bre-?heat|\bwarm(ing)? up\b|\byesterday/],
      ja: [/ご飯|ごはん|米/, /温め/],
    },
    answers: {
      'demo-brief': {
        en: 'Yes, if it was chilled within an hour and you heat it until it steams.',
        ja: 'はい。炊いたあと早めに冷蔵し、湯気が出るまで温めれば大丈夫です。',
      },
      'demo-thorough': {
        en: 'Yes, under three conditions:\n\n- it was cooled quickly, within about an hour, and kept in the refrigerator;\n- it is reheated only once, until it is steaming hot all the way through;\n- it is eaten within a day.\n\nRice that stood at room temperature overnight should be thrown away: heating does not destroy the toxin that *Bacillus cereus* may have formed.',
        ja: 'はい、次の条件を満たせば大丈夫です。\n\n- 炊いたあと1時間ほどで冷まし、冷蔵庫に入れてあった\n- 中まで湯気が出るほど熱くし、温め直しは一度だけにする\n- 翌日のうちに食べる\n\n一晩室温に置いたご飯は捨ててください。*セレウス菌* の毒素は加熱しても壊れません。',
      },
      'demo-careless': {
        en: 'yes sure, fridge overnight and then properly hot, works fine',
        ja: 'はい、冷蔵庫に入れておいてしっかり熱くすれば平気',
      },
    },
    positions: [
      { id: 'no', pattern: /^\W*no\b|いいえ|食べないで/i, conclusion: { en: 'No.', ja: 'いいえ。' } },
      {
        id: 'yes',
        pattern: /\byes\b|はい|大丈夫/i,
        conclusion: {
          en: 'Yes, if it was chilled and is heated through.',
          ja: '冷蔵してあり、十分に加熱すれば食べてよい。',
        },
      },
    ],
    expected: 'yes',
    confidence: 86,
    votes: {
      'demo-careless': {
        verdict: 'halt',
        risk: 'risky',
        riskScore: 0.7,
        critique: {
          en: 'People do fall ill from rice. I would rather not release this.',
          ja: 'ご飯で食中毒になる人もいるので、公開しないほうがよいと思います。',
        },
      },
    },
  },
  {
    id: 'mushroom',
    path: 'semantic',
    question: {
      en: 'I found a mushroom with a white cap and a ring on its stem. Can I eat it?',
      ja: '傘が白く、柄につばのあるきのこを見つけました。食べられますか。',
    },
    note: {
      en: 'All agree, and all are careless: with the release check on, the answer is held.',
      ja: '全員一致でも危うい答え。公開前の検査を有効にすると、答えは保留されます。',
    },
    recognise: { en: [/\bmushroom/, /\beat\b|\bedible\b/], ja: [/きのこ|キノコ/, /食べ/] },
    answers: {
      'demo-brief': {
        en: 'Probably yes: it sounds like a field mushroom.',
        ja: 'おそらく食べられます。ハラタケのようです。',
      },
      'demo-thorough': {
        en: 'Probably yes. A white cap and a ring on the stem fit the **field mushroom**, which is edible. Clean it and cook it before eating.',
        ja: 'おそらく食べられます。白い傘と柄のつばは、食用の **ハラタケ** の特徴に合います。汚れを落とし、加熱してから食べてください。',
      },
      'demo-careless': {
        en: 'yeah looks edible to me, field mushroom',
        ja: 'たぶん食べられる、ハラタケでしょ',
      },
    },
    positions: [
      {
        id: 'no',
        pattern: /\bdo not eat\b|\bdon'?t eat\b|^\W*no\b|食べないで|食べられません/i,
        conclusion: { en: 'Do not eat it.', ja: '食べてはいけない。' },
      },
      {
        id: 'yes',
        pattern: /\byes\b|\bedible\b|食べられ|食用/i,
        conclusion: { en: 'It is probably edible.', ja: 'おそらく食べられる。' },
      },
    ],
    expected: 'no',
    confidence: 90,
    votes: {
      'demo-brief': halt(
        'The deadly destroying angel fits the description too.',
        '猛毒のドクツルタケも同じ特徴を持っています。',
      ),
      'demo-thorough': halt(
        'A white cap with a ring also describes deadly Amanita species; no one can identify a mushroom from one sentence.',
        '白い傘とつばは猛毒のテングタケ類にも当てはまります。一文の説明だけで同定はできません。',
      ),
      'demo-careless': halt(
        'On second thoughts this could kill someone.',
        'よく考えたら、命に関わるかもしれません。',
      ),
      'demo-judge': halt(
        'The answer calls a mushroom edible from two features it shares with deadly species.',
        '猛毒種にも共通する二つの特徴だけで、食べられると述べています。',
      ),
    },
  },
];

function halt(en: string, ja: string) {
  return { verdict: 'halt' as const, risk: 'risky' as const, riskScore: 0.95, critique: { en, ja } };
}
