import type { DemoMember } from './models';
import type { Language, Words } from './words';

const NOTICES: Record<DemoMember, Words> = {
  'demo-brief': {
    en: 'I am scripted and do not know this question. To ask real models, set `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `PANEL_MODELS`, or only `MODELSTUDIO_API_KEY`, and start again.',
    ja: '台本どおりに答えるデモなので、この質問には答えられません。本物のモデルに尋ねるには `OPENAI_BASE_URL`、`OPENAI_API_KEY`、`PANEL_MODELS`(または `MODELSTUDIO_API_KEY` だけ)を設定して起動し直してください。',
  },
  'demo-thorough': {
    en: 'This is the **demo panel**: its members are scripted, and your question is not in the script. They know a few examples and work out sums, dates and unit conversions; anything else would be made up.\n\nTo ask real models, set one of these and start again:\n\n- `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `PANEL_MODELS` (two to seven model names, separated by commas), for any OpenAI-compatible endpoint;\n- `MODELSTUDIO_API_KEY` alone, for the Model Studio panel.',
    ja: 'これは **デモパネル** です。メンバーは台本どおりに答えるだけで、この質問は台本にありません。知っているのはいくつかの例と、計算・日付・単位換算だけです。それ以外に答えれば作り話になります。\n\n本物のモデルに尋ねるには、次のどちらかを設定して起動し直してください。\n\n- OpenAI互換エンドポイントなら `OPENAI_BASE_URL`、`OPENAI_API_KEY`、`PANEL_MODELS`(モデル名を2~7個、コンマ区切り)\n- Model Studioなら `MODELSTUDIO_API_KEY` だけ',
  },
  'demo-careless': {
    en: "no idea, I'm just a script! hook up a real endpoint: OPENAI_BASE_URL, OPENAI_API_KEY, PANEL_MODELS (or just MODELSTUDIO_API_KEY)",
    ja: 'ただの台本だから分かりません! OPENAI_BASE_URL、OPENAI_API_KEY、PANEL_MODELS(または MODELSTUDIO_API_KEY)で本物につないでね',
  },
};

/** What a member says to a question outside the script: that it is scripted, and how to connect an endpoint. */
export function scriptedNotice(member: DemoMember, language: Language): string {
  return NOTICES[member][language];
}

/** Whether a text is such a notice rather than an answer. */
export function isScriptedNotice(text: string): boolean {
  return text.includes('OPENAI_BASE_URL') && text.includes('PANEL_MODELS');
}
