const patternLengthMax = 1_000

/**
 * Matches one piece of a regular expression with the flag `u`: an escape, a class, the start of a
 * group, a quantifier or a character.
 */
const pieces =
  /\\(?:[upP]\{[^}]*\}|k<[^>]*>|\d+|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:[a-z-]*:|<?[=!]|<[^>]*>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gu

/**
 * Upper bounds for a part of a pattern: the number of ways to match the part, and the steps to try
 * all ways.
 */
type Cost = { ways: number; steps: number }

/**
 * Returns how many steps a regular expression engine needs at most to try a pattern on a text.
 * @param pattern must compile with the flag `u`.
 * @param length of the text, in characters.
 * @returns an upper bound. `Infinity` for patterns such as `(a+)+`.
 */
export function countPatternSteps(pattern: string, length: number): number {
  if (pattern.length > patternLengthMax) return Infinity
  const tokens: readonly string[] = pattern.match(pieces) ?? []
  let at = 0

  function readChoice(): Cost {
    let all = readSequence()
    while (tokens[at] === '|') {
      at++
      const other = readSequence()
      all = { ways: all.ways + other.ways, steps: all.steps + other.steps }
    }
    return all
  }

  function readSequence(): Cost {
    let all: Cost = { ways: 1, steps: 1 }
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') {
      const next = readRepeated()
      all = { ways: all.ways * next.ways, steps: all.steps + all.ways * next.steps }
    }
    return all
  }

  function readRepeated(): Cost {
    const part = readPart(tokens[at++] ?? '')
    const bounds = readBounds(tokens[at] ?? '')
    if (!bounds) return part
    at++
    const most = Math.max(bounds.min, Math.min(bounds.max, length + 1))
    const waysInAll = part.ways ** most
    return {
      ways: waysInAll * (most - bounds.min + 1),
      steps: part.steps * most * waysInAll,
    }
  }

  function readPart(token: string): Cost {
    // A backreference may compare as many characters as the whole text has.
    if (/^\\[\dk]/.test(token)) return { ways: 1, steps: length + 1 }
    if (!token.startsWith('(')) return { ways: 1, steps: 1 }
    const inside = readChoice()
    at++
    return inside
  }

  const whole = readChoice()
  const isAnchored = pattern.startsWith('^') && !tokens.includes('|')
  const steps = (isAnchored ? 1 : length + 1) * whole.steps
  return Number.isNaN(steps) ? Infinity : steps
}

/**
 * Returns how often a quantifier such as `*` or `{2,5}?` repeats the part before it. Returns
 * undefined for other tokens.
 */
function readBounds(token: string): { min: number; max: number } | undefined {
  if (token.startsWith('*')) return { min: 0, max: Infinity }
  if (token.startsWith('+')) return { min: 1, max: Infinity }
  if (token.startsWith('?')) return { min: 0, max: 1 }
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? []
  if (min === undefined) return undefined
  if (comma === '') return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max === '' ? Infinity : Number(max) }
}
