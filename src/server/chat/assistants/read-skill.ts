/** A skill: the front matter and the text of a `SKILL.md`. */
export type Skill = { name: string; description: string; instructions: string }

/**
 * Parses a `SKILL.md`: YAML front matter with `name` and `description`, then instructions in
 * Markdown. Other fields of the front matter are ignored.
 * @returns undefined if the name or the text is missing.
 */
export function readSkill(text: string): Skill | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trim() !== '---') return undefined
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === '---')
  if (end < 0) return undefined
  const front = lines.slice(1, end)
  const name = readScalar(front, 'name')
  const instructions = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  if (name === '' || instructions === '') return undefined
  return { name, description: readScalar(front, 'description'), instructions }
}

/** Reads a top-level YAML scalar: plain, quoted, folded (`>`) or literal (`|`). */
function readScalar(lines: readonly string[], key: string): string {
  const at = lines.findIndex((line) => line.startsWith(`${key}:`))
  if (at < 0) return ''
  const first = (lines[at] ?? '').slice(key.length + 1).trim()
  const next = lines.slice(at + 1)
  const end = next.findIndex((line) => line.trim() !== '' && !/^\s/.test(line))
  const indented = next.slice(0, end < 0 ? next.length : end).map((line) => line.trim())
  if (/^[|>][+-]?\d?$/.test(first)) return indented.join(first.startsWith('|') ? '\n' : ' ').trim()
  return unquote([first, ...indented].join(' ').trim())
}

function unquote(text: string): string {
  if (/^".*"$/.test(text)) return text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return text.replace(/\s#.*$/, '')
}
