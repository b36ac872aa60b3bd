import type { TokenLine } from './highlight.ts'

/** Colours as a worker sends them: lengths and roles, and no text, which the page has already. */
export type PackedTokens = {
  /** Names that the numbers below stand for. */
  roles: readonly string[]
  /** For each token its length and the place of its role from 1 on, 0 for none. */
  tokens: Uint32Array<ArrayBuffer>
  /** How many tokens each line has. */
  counts: Uint32Array<ArrayBuffer>
}

/** Coloured lines as two numbers a token, which a worker hands over without copying objects. */
export function packTokens(lines: readonly TokenLine[]): PackedTokens {
  const roles = new Map<string, number>()
  const all = lines.flat()
  const tokens = new Uint32Array(all.length * 2)
  for (const [at, { role, text }] of all.entries()) {
    if (role !== undefined && !roles.has(role)) roles.set(role, roles.size + 1)
    tokens[at * 2] = text.length
    tokens[at * 2 + 1] = role === undefined ? 0 : (roles.get(role) ?? 0)
  }
  const counts = Uint32Array.from(lines, ({ length }) => length)
  return { roles: [...roles.keys()], tokens, counts }
}

/** @param lines the text that was coloured. */
export function unpackTokens(
  { roles, tokens, counts }: PackedTokens,
  lines: readonly string[],
): TokenLine[] {
  let token = 0
  return lines.map((line, index) => {
    let at = 0
    return Array.from({ length: counts[index] ?? 0 }, () => {
      const length = tokens[token * 2] ?? 0
      const role = roles[(tokens[token * 2 + 1] ?? 0) - 1]
      const text = line.slice(at, at + length)
      at += length
      token++
      return { role, text }
    })
  })
}
