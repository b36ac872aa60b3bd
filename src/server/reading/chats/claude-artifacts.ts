import { asString, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { toArguments, toToolName, type ForeignPiece } from './foreign-said.ts'
import { showDocument, toLanguage, type MadeDocument } from './made-document.ts'

/** The artifacts of a branch by their ids. Never changed, because branches share the map. */
export type Artifacts = ReadonlyMap<string, MadeDocument>

type ReadArtifact = { piece: ForeignPiece; artifacts: Artifacts }

/**
 * Reads a request to a tool that writes an artifact or a file. Returns undefined for other tools.
 */
export function readArtifactCall(
  name: string,
  input: Fields,
  artifacts: Artifacts,
): ReadArtifact | undefined {
  const field = (key: string) => asString(ownValue(input, key))
  const isFile = name === 'create_file' || name === 'str_replace'
  if (name !== 'artifacts' && !isFile) return undefined
  const id = field('id') || field('path')
  const command = isFile ? (name === 'create_file' ? 'create' : 'update') : field('command')
  const content = isFile ? field('file_text') : field('content')
  const before = artifacts.get(id)
  if (command === 'update') return changeArtifact(before, { name, input, artifacts })
  if (content === '') return { piece: { calls: [toCall(name, input)] }, artifacts }
  const title = field('title') || before?.title || id.split('/').at(-1) || ''
  const type = field('type')
  const language =
    (type || field('language') ? toLanguage(type, field('language')) : '') ||
    before?.language ||
    languageOfFile(id)
  return keep({ id, title, language, content }, artifacts)
}

function changeArtifact(
  before: MadeDocument | undefined,
  { name, input, artifacts }: { name: string; input: Fields; artifacts: Artifacts },
): ReadArtifact {
  const [from, to] = [asString(input['old_str']), asString(input['new_str'])]
  if (before && from !== '' && before.content.includes(from)) {
    return keep({ ...before, content: before.content.replace(from, () => to) }, artifacts)
  }
  const gap = `A change of “${before?.title || 'an artifact'}” is listed, but not applied.`
  return { piece: { calls: [toCall(name, input)], gaps: [gap] }, artifacts }
}

const toCall = (name: string, input: Fields) => ({
  name: toToolName(name),
  arguments: toArguments(input),
  at: 0,
})

const keep = (made: MadeDocument, artifacts: Artifacts): ReadArtifact => ({
  piece: showDocument(made),
  artifacts: new Map([...artifacts, [made.id, made]]),
})

const languageOfFile = (path: string): string => {
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return ending === 'md' ? 'markdown' : ending
}

const tagStart = '<antArtifact'

/** Reads artifacts that are tags inside a text, as in exports of 2024. */
export function readArtifactTags(
  text: string,
  artifacts: Artifacts,
): { pieces: ForeignPiece[]; artifacts: Artifacts } {
  const pieces: ForeignPiece[] = []
  let known = artifacts
  let at = 0
  for (;;) {
    const start = text.indexOf(tagStart, at)
    const headEnd = start < 0 ? -1 : text.indexOf('>', start)
    if (headEnd < 0) break
    const end = text.indexOf('</antArtifact>', headEnd)
    const attributes = new Map(
      Array.from(
        text.slice(start, headEnd).matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g),
        ([, name = '', value = '']) => [name, value] as const,
      ),
    )
    const type = attributes.get('type') ?? ''
    const read = keep(
      {
        id: attributes.get('identifier') ?? `${pieces.length}`,
        title: attributes.get('title') ?? '',
        language: toLanguage(type, attributes.get('language')),
        content: text.slice(headEnd + 1, end < 0 ? undefined : end).trim(),
      },
      known,
    )
    pieces.push(...readThinkingTags(text.slice(at, start)), read.piece)
    known = read.artifacts
    at = end < 0 ? text.length : end + '</antArtifact>'.length
  }
  pieces.push(...readThinkingTags(text.slice(at)))
  return { pieces, artifacts: known }
}

/** Separates the thoughts before an artifact from the text, because Claude's page hides them. */
function readThinkingTags(text: string): ForeignPiece[] {
  const [start, end] = ['<antThinking>', '</antThinking>']
  const pieces: ForeignPiece[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf(start, at)
    const to = from < 0 ? -1 : text.indexOf(end, from)
    if (to < 0) break
    pieces.push({
      text: text.slice(at, from).trim(),
      reasoning: text.slice(from + start.length, to).trim(),
    })
    at = to + end.length
  }
  return [...pieces, { text: text.slice(at).trim() }]
}
