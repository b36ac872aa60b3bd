/** Properties of a character as bit flags, for detecting the encoding of a text. */
export const classBits = {
  letter: 1,
  lower: 2,
  upper: 4,
  basicLetter: 8,
  unreadable: 16,
  kana: 32,
  halfKana: 64,
  ideograph: 128,
  widePunctuation: 256,
  pair: 512,
  symbol: 1024,
  box: 2048,
} as const

const patterns: readonly [bit: number, pattern: RegExp][] = [
  [classBits.letter, /^[\p{L}\p{M}]$/u],
  [classBits.lower, /^\p{Ll}$/u],
  [classBits.upper, /^\p{Lu}$/u],
  [classBits.basicLetter, /^[a-z]$/i],
  [classBits.unreadable, /^(?!\s)[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]$/u],
  [classBits.kana, /^[\u3041-\u30FF]$/],
  [classBits.halfKana, /^[\uFF61-\uFF9F]$/],
  [classBits.ideograph, /^\p{Script=Han}$/u],
  [
    classBits.widePunctuation,
    /^[\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6\u2010-\u2026\u00B7\u00D7]$/,
  ],
  [classBits.pair, /^[“”„«»‹›‘‚]$/],
  [classBits.symbol, /^[€£¥§°©®™№–—…•·\u00A0¿¡ºª²³½¼×]$/],
  [classBits.box, /^[\u2500-\u259F]$/],
]

const computed = 1 << 15
const classes = new Uint16Array(0x1_00_00)

/** Returns the bit flags of a UTF-16 unit. Cached, because one text is tested in many encodings. */
export function getCharacterClass(unit: number): number {
  const known = classes[unit] ?? 0
  if (known !== 0) return known
  const char = String.fromCharCode(unit)
  const bits = patterns.reduce((all, [bit, is]) => (is.test(char) ? all | bit : all), computed)
  classes[unit] = bits
  return bits
}

export const hasClass = (unit: number, bits: number): boolean =>
  (getCharacterClass(unit) & bits) !== 0
