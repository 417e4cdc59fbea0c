import type { KnownQuestion } from './known-question';

/** Two questions on which models word one conclusion in many ways, and one on which none can agree. */
export const articleQuestions: KnownQuestion[] = [
  {
    id: 'car-wash',
    path: 'semantic',
    question: {
      en: 'I want to wash my car. The car wash is 50 metres away. Should I walk or drive?',
      ja: '車を洗いたいです。洗車場は50メートル先です。歩いて行くべきですか、それとも車で行くべきですか。',
    },
    note: {
      en: 'Three wordings, one conclusion: the judge finds the same meaning.',
      ja: '言い方は三つ、結論は一つ。審判が同じ意味だと判断します。',
    },
    recognise: {
      en: [/\bcar ?wash\b|\bwash (my|the|your) car\b/, /\bwalk|\bfoot\b/, /\bdriv/],
      ja: [/洗車|車を洗/, /歩/],
    },
    answers: {
      'demo-brief': {
        en: 'Drive. The car has to be there to be washed.',
        ja: '車で行きます。車がなければ洗えません。',
      },
      'demo-thorough': {
        en: '**Drive.** Fifty metres is less than a minute on foot, so for almost any other errand walking would be the better choice. Here, though, the car itself is what needs washing, and it has to reach the car wash somehow.\n\n- If you drive, the car is where it can be washed.\n- If you walk, you arrive without it and have to go back.',
        ja: '**車で行くのが正解です。** 50メートルは歩いて1分もかからないので、ほかの用事なら徒歩のほうがよいでしょう。しかし今回は洗う対象が車そのものなので、車が洗車場になければなりません。\n\n- 車で行けば、そのまま洗えます。\n- 歩いて行くと、車を取りに戻ることになります。',
      },
      'demo-careless': {
        en: "take the car obviously, it's the thing you want cleaned and it won't get there by itself!",
        ja: 'そりゃ車で行くでしょ、洗いたいのは車なんだから!',
      },
    },
    positions: [
      {
        id: 'drive',
        pattern: /\bdrive\b|\bdriving\b|\btake the car\b|車で|運転/i,
        conclusion: {
          en: 'Drive, because the car must be there to be washed.',
          ja: '車を洗うには車が必要なので、車で行く。',
        },
      },
      { id: 'walk', pattern: /\bwalk(ing)?\b|歩い|徒歩/i, conclusion: { en: 'Walk.', ja: '歩いて行く。' } },
    ],
    expected: 'drive',
    confidence: 95,
  },
  {
    id: 'railway-switch',
    path: 'semantic',
    question: {
      en: 'A runaway railway wagon is heading for five workers. You can throw a switch and send it to a side track where one person stands. Would you throw it?',
      ja: '暴走した貨車が5人の作業員に向かっています。分岐器を切り替えると、1人がいる側線に入ります。あなたは切り替えますか。',
    },
    note: {
      en: 'A question of values: the reasons differ, the conclusion does not.',
      ja: '価値観を問う質問。理由は違っても結論は同じです。',
    },
    recognise: {
      en: [/\bswitch\b|\blever\b/, /\btrolley\b|\brailway\b|\bwagon\b|\btrain\b|\btrack\b/, /\bfive\b|\b5\b/],
      ja: [/分岐器|ポイント|レバー|トロッコ/, /5人|五人/],
    },
    answers: {
      'demo-brief': {
        en: 'Yes. One death is less terrible than five.',
        ja: 'はい、切り替えます。犠牲が5人より1人のほうが少ないからです。',
      },
      'demo-thorough': {
        en: 'Yes, I would throw the switch, though not lightly.\n\n1. **Counting lives:** one person is harmed instead of five.\n2. **Intention:** the death on the side track is foreseen, not used as a means.\n3. **The objection:** whoever acts takes part in a death that would not have happened otherwise. It weighs heavily, but leaving five to die is a choice as well.',
        ja: 'はい、切り替えます。ただし軽い決断ではありません。\n\n1. **人数:** 犠牲は5人ではなく1人になります。\n2. **意図:** 側線での死は予見されますが、手段として使うわけではありません。\n3. **反論:** 行動すれば、起きなかったはずの死に関わることになります。重い反論ですが、5人を見殺しにすることも一つの選択です。',
      },
      'demo-careless': {
        en: "i'd pull it, yes. five people vs one, not nice but what else can you do",
        ja: '切り替えるかな。5人と1人なら、つらいけど仕方ないと思う',
      },
    },
    positions: [
      {
        id: 'leave',
        pattern: /\bno\b[,.]|\bwould not\b|\bwouldn'?t\b|切り替えません|切り替えない/i,
        conclusion: { en: 'Do not throw the switch.', ja: '切り替えない。' },
      },
      {
        id: 'throw',
        pattern: /\byes\b|\bthrow\b|\bpull\b|切り替え/i,
        conclusion: {
          en: 'Throw the switch, because one death is less than five.',
          ja: '犠牲が少なくなるので切り替える。',
        },
      },
    ],
    expected: 'throw',
    confidence: 78,
  },
  {
    id: 'random-number',
    path: 'synthesis',
    question: { en: 'Give me a random three-digit number.', ja: 'ランダムな3桁の数字を一つ挙げてください。' },
    note: {
      en: 'Three different numbers: nothing to agree on, so the writer chooses.',
      ja: '三つの違う数字。一致しようがないので、まとめ役が選びます。',
    },
    recognise: {
      en: [/\brandom\b|\bany\b/, /\b(three|3) ?digits?\b/],
      ja: [/ランダム|適当|乱数/, /3桁|三桁/],
    },
    answers: {
      'demo-brief': { en: '472', ja: '472' },
      'demo-thorough': {
        en: 'A random number from 100 to 999: **835**. Each of the 900 candidates was equally likely.',
        ja: '100から999までのランダムな数字として **835** を選びました。900通りのどれも同じ確率です。',
      },
      'demo-careless': { en: "let's say 719", ja: 'じゃあ719で' },
    },
    positions: [],
    expected: null,
    confidence: 72,
    written: {
      en: '**{first}**\n\nNo three-digit number is more random than another: {others} would have done as well.',
      ja: '**{first}**\n\n3桁の数字ならどれも同じくらいランダムなので、{others}でも構いません。',
    },
  },
];
