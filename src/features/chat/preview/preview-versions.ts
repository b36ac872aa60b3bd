import type { Message } from '#contract/chat/chat.ts'
import type { Turn } from '../messages/thread.ts'
import { findWrittenTitle } from './preview-names.ts'
import { getPreviewKind, type Preview, type PreviewKind } from '../preview-kinds/preview-kinds.ts'

export type PreviewVersion = Preview & {
  messageId: string
  createdAt: string
  isEdited: boolean
}

/**
 * Matches fenced code blocks. The closing fence has at least as many backticks as the opening
 * fence.
 */
const fence =
  /^(`{3,})(html?|svg|mermaid|jsx|tsx|markdown|md|csv|tsv|gltf|obj|stl|json)([^\n`]*)\n([^]*?)\n\1`*[ \t]*$/gim

/** Minimum fraction of equal lines at which two documents count as versions of one document. */
const similarityMin = 0.3

/** Returns the answers of a branch with their alternatives, oldest first. */
export function listAnswers(turns: readonly Turn[], all: readonly Message[]): Message[] {
  const byId = new Map(all.map((message) => [message.id, message]))
  return turns.flatMap(({ message, siblings }) => {
    if (message.role !== 'assistant') return []
    const known = siblings.flatMap((id) => byId.get(id) ?? [])
    return known.length === 0 ? [message] : known
  })
}

export function listPreviews({ text, id, createdAt, run }: Message): PreviewVersion[] {
  return [...text.matchAll(fence)].flatMap(([, , language = '', , code = '']) => {
    const kind = getPreviewKind(language, () => code)
    const place = { messageId: id, createdAt, isEdited: run === undefined }
    return kind === undefined ? [] : [{ kind, code, ...place }]
  })
}

export function findPreviewVersions(
  answers: readonly Message[],
  preview: Preview,
): PreviewVersion[] {
  const documents: PreviewVersion[][] = []
  for (const answer of answers) {
    const blocks = listPreviews(answer).filter((block) => isSameFamily(block, preview))
    for (const block of blocks) {
      if (documents.flat().some(({ code }) => code === block.code)) continue
      const document = findDocument(documents, block, blocks.length === 1)
      if (document) document.push(block)
      else documents.push([block])
    }
  }
  return documents.find((versions) => versions.some(({ code }) => code === preview.code)) ?? []
}

const families: Partial<Record<PreviewKind, PreviewKind>> = { tsx: 'jsx', tsv: 'csv' }
const isSameFamily = (a: Preview, b: Preview): boolean =>
  (families[a.kind] ?? a.kind) === (families[b.kind] ?? b.kind)

/** @param isAlone whether the answer contains no other document of this kind. */
function findDocument(
  documents: readonly PreviewVersion[][],
  block: PreviewVersion,
  isAlone: boolean,
): PreviewVersion[] | undefined {
  const [best] = documents
    .map((document) => ({ document, similarity: compareDocuments(document.at(-1), block) }))
    .toSorted((a, b) => b.similarity - a.similarity)
  if (!best) return undefined
  if (best.similarity >= similarityMin) return best.document
  // Even if few lines are equal, a short document may be a new version.
  const isOnly = documents.length === 1 && isAlone && !haveOtherTitles(best.document.at(-1), block)
  return isOnly ? best.document : undefined
}

function haveOtherTitles(before: Preview | undefined, after: Preview): boolean {
  const titles = [before && findWrittenTitle(before), findWrittenTitle(after)]
  return titles[0] !== undefined && titles[1] !== undefined && titles[0] !== titles[1]
}

/** Returns the fraction of equal lines, from 0 to 1. Equal titles count as 1. */
function compareDocuments(before: Preview | undefined, after: Preview): number {
  if (!before) return 0
  const title = findWrittenTitle(before)
  if (title !== undefined && title === findWrittenTitle(after)) return 1
  const [a, b] = [getLines(before.code), getLines(after.code)]
  const equal = [...a].filter((line) => b.has(line)).length
  return a.size + b.size === 0 ? 0 : (2 * equal) / (a.size + b.size)
}

const getLines = (code: string): Set<string> =>
  new Set(
    code
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )

export function replaceCode(text: string, code: string, next: string): string {
  const longest = Math.max(0, ...[...next.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length))
  let wasReplaced = false
  return text.replaceAll(fence, (...match: string[]) => {
    const [whole = '', ticks = '', language = '', info = '', found] = match
    if (wasReplaced || found !== code) return whole
    wasReplaced = true
    const marks = '`'.repeat(Math.max(ticks.length, longest + 1))
    return `${marks}${language}${info}\n${next}\n${marks}`
  })
}
