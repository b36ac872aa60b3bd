import { readMarkdownTexts, readSourceTexts, type Text } from './read-texts.ts'
import { checkDocstring, checkName, checkSentence } from './word-rules.ts'

export type WordFinding = Text & { file: string; advice: string }

/** Lists the texts that break a rule, and the names that several files export. */
export function findBadWords(files: ReadonlyMap<string, string>): WordFinding[] {
  const findings: WordFinding[] = []
  const exporters = new Map<string, { file: string; text: Text }[]>()
  for (const [file, source] of files) {
    for (const text of readTexts(file, source)) {
      const advice = check(text)
      if (advice !== undefined) findings.push({ ...text, file, advice })
      if (text.kind !== 'name') continue
      const list = exporters.get(text.text) ?? []
      exporters.set(text.text, [...list, { file, text }])
    }
  }
  return [...findings, ...[...exporters.values()].flatMap(listDuplicates)]
}

const readTexts = (file: string, source: string): Text[] =>
  file.endsWith('.md') ? readMarkdownTexts(source) : readSourceTexts(file, source)

function check({ kind, text }: Text): string | undefined {
  if (kind === 'name') return checkName(text)
  if (kind === 'docstring') return checkDocstring(text)
  return checkSentence(text)
}

/**
 * Lists names that several files export. A type and a value of the same name in one file count as
 * one name.
 */
function listDuplicates(exporters: readonly { file: string; text: Text }[]): WordFinding[] {
  const files = [...new Set(exporters.map(({ file }) => file))]
  if (files.length < 2) return []
  return exporters.map(({ file, text }) => ({
    ...text,
    file,
    advice: `exported by ${files.filter((other) => other !== file).join(', ')} too: name each by its domain`,
  }))
}
