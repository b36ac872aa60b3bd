import type { TokenLine } from './highlight.ts'

/** Lengths and roles of tokens, as the worker sends them. The page already has the text. */
export type PackedTokens = {
  roles: readonly string[]
  /** Two numbers per token: its length, and the 1-based index of its role. 0 means no role. */
  tokens: Uint32Array<ArrayBuffer>
  counts: Uint32Array<ArrayBuffer>
}

/** Packs tokens into typed arrays, which can be transferred from the worker without a copy. */
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
