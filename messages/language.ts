export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The cookie that keeps the reader's choice; without it the browser's languages decide. */
export const LANGUAGE_COOKIE = 'lang';

export function isLanguage(value: string | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The language to show: the chosen one, else the best of an Accept-Language header, else English. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | null): Language {
  if (isLanguage(chosen)) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map(readWish)
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.map((wish) => wish.language).find(isLanguage) ?? 'en';
}

function readWish(part: string): { language: string; weight: number } {
  const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
  const quality = settings.map((setting) => /^\s*q=([\d.]+)\s*$/.exec(setting)?.[1]).find(Boolean);
  return { language: tag.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) };
}
