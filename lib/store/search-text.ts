/**
 * Words of a text as index terms, the same for both databases. Every term is a letter and then
 * [a-z0-9] only, so that no database's own tokenizer takes it apart: `w` and a word, or `c` and
 * one or two neighbouring characters (scripts without blanks, and signs such as % or _).
 */
const TERM_LIMIT = 20_000;
const WORD_LIMIT = 64;

/** Scripts written without blanks between words; Hangul too, whose words carry their particles. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〆ー]/u;
const wordPart = /[\p{L}\p{N}\p{M}]/u;
/** Signs that a person may search for. Sentence marks are not among them: they would fill the index. */
const sign = /[\p{S}%_#&@/\\*§]/u;

type Kind = 'word' | 'unspaced' | 'sign' | 'blank';
interface Piece {
  kind: Kind;
  characters: string[];
}

export interface QueryTerm {
  term: string;
  /** True: longer terms that begin with it match as well. */
  prefix: boolean;
}

/** All terms of the texts, each once; at most 20,000, so that one huge answer cannot fill the index. */
export function searchTerms(texts: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const term of documentTerms(piecesOf(text))) {
      if (terms.size >= TERM_LIMIT) return [...terms];
      terms.add(term);
    }
  }
  return [...terms];
}

/**
 * The terms that a text must all have to match the query; empty when there is nothing to look for.
 * The last word also finds longer words, unless it has a digit ("12" does not find "123").
 */
export function searchQuery(query: string): QueryTerm[] {
  const pieces = piecesOf(query);
  const found = new Map<string, QueryTerm>();
  pieces.forEach((piece, index) => {
    const prefix = isPrefix(piece, index === pieces.length - 1);
    for (const term of pieceTerms(pieces, index)) found.set(term, { term, prefix });
  });
  return [...found.values()];
}

function isPrefix(piece: Piece, isLast: boolean): boolean {
  if (piece.kind === 'unspaced') return piece.characters.length === 1;
  return piece.kind === 'word' && isLast && !/\p{N}/u.test(piece.characters.join(''));
}

function* documentTerms(pieces: readonly Piece[]): Generator<string> {
  for (const [index, piece] of pieces.entries()) {
    yield* pieceTerms(pieces, index);
    // So that a single character is found at the end of a piece too, where no pair begins with it.
    if (piece.kind === 'unspaced') yield characterTerm(piece.characters.slice(-1));
  }
}

function* pieceTerms(pieces: readonly Piece[], index: number): Generator<string> {
  const piece = pieces[index];
  if (piece === undefined) return;
  const { kind, characters } = piece;
  if (kind === 'word') yield wordTerm(characters);
  if (kind === 'unspaced') {
    if (characters.length === 1) yield characterTerm(characters);
    for (let at = 1; at < characters.length; at += 1) yield characterTerm(characters.slice(at - 1, at + 1));
  }
  if (kind === 'sign') yield* signTerms(characters, pieces[index - 1], pieces[index + 1]);
}

/** A sign alone, and together with what stands right before and after it. */
function* signTerms(signs: readonly string[], before?: Piece, after?: Piece): Generator<string> {
  const left = before === undefined || before.kind === 'blank' ? [] : before.characters.slice(-1);
  const right = after === undefined || after.kind === 'blank' ? [] : after.characters.slice(0, 1);
  const row = [...left, ...signs, ...right];
  for (const one of signs) yield characterTerm([one]);
  for (let at = 1; at < row.length; at += 1) yield characterTerm(row.slice(at - 1, at + 1));
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  for (const character of text.normalize('NFKC').toLowerCase()) {
    const kind = kindOf(character);
    if (open?.kind !== kind) {
      open = { kind, characters: [] };
      pieces.push(open);
    }
    if (kind !== 'blank') open.characters.push(character);
  }
  return pieces;
}

function kindOf(character: string): Kind {
  if (/^[a-z0-9]$/.test(character)) return 'word';
  if (unspaced.test(character)) return 'unspaced';
  if (wordPart.test(character)) return 'word';
  return sign.test(character) ? 'sign' : 'blank';
}

function wordTerm(characters: readonly string[]): string {
  let term = 'w';
  for (const character of characters.slice(0, WORD_LIMIT)) {
    term += /^[a-pr-z0-9]$/.test(character) ? character : `q${encoded(character)}`;
  }
  return term;
}

function characterTerm(characters: readonly string[]): string {
  return `c${characters.map(encoded).join('')}`;
}

/** Four characters for every code point, so that a prefix of characters is a prefix of the term. */
function encoded(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36).padStart(4, '0');
}
