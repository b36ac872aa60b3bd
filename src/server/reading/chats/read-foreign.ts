import { createHash } from 'node:crypto'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { cutText } from '#lib/cut-text.ts'
import { isRecord, type Fields } from '#lib/fields.ts'
import { readProjects } from './claude-projects.ts'
import type { Dialect, DialectConversation } from './dialect.ts'
import { deriveId, type ForeignFolder } from './foreign-conversation.ts'
import type { FoundConversation } from './found-conversation.ts'
import { chatGpt } from './read-chatgpt.ts'
import { claude } from './read-claude.ts'
import { libreChat } from './read-librechat.ts'
import { plainMessages } from './read-messages.ts'
import { toPlainChats } from './programs/programs.ts'
import { openWebUi } from './read-open-webui.ts'

export type ForeignExport = {
  source: ImportAnswer['source']
  folders: readonly ForeignFolder[]
  conversations: Iterable<FoundConversation>
}

const dialects = [chatGpt, claude, openWebUi, libreChat, ...plainMessages]

/**
 * Reads an export of another program: a list of conversations or a single conversation.
 * @returns undefined for other values.
 */
export function readForeign(value: unknown): ForeignExport | undefined {
  const list = toPlainChats(value) ?? (Array.isArray(value) ? value : listIn(value))
  const main = dialects.find((dialect) => list.some((one) => isWritten(one, dialect)))
  if (main) return { source: main.source, folders: [], conversations: readAll(list, main) }
  const folders = readProjects(list)
  return folders && { source: 'claude', folders, conversations: [] }
}

/** Returns the list of conversations, which some export tools wrap in an object. */
function listIn(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return [value]
  const inside = [value['conversations'], value['chats'], value['data'], value['items']]
  return inside.find((one) => Array.isArray(one)) ?? [value]
}

const isWritten = (one: unknown, { mark }: Dialect): one is Fields =>
  isRecord(one) && Object.hasOwn(one, mark)

function* readAll(list: readonly unknown[], main: Dialect): Generator<FoundConversation> {
  const known = new Map<string, Fields>()
  for (const [index, one] of list.entries()) {
    const fallback = `Conversation ${index + 1}`
    const dialect = dialects.find((each) => isWritten(one, each))
    if (!dialect || !isRecord(one)) {
      const title = isRecord(one) ? main.titleIn(one) : ''
      yield { problem: unreadable(title || fallback, main.mark) }
      continue
    }
    const { unreadable: where, ...read } = readOne(one, dialect, known)
    const title = dialect.titleIn(one).trim() || firstWords(read) || fallback
    if (read.messages.length > 0) {
      yield { ...read, title: cutText(title, 200) }
    } else if (where) {
      yield { problem: unreadable(title, where) }
    } else {
      yield { problem: { title: cutText(title, 200), message: emptyMessage(read.gaps) } }
    }
  }
}

function emptyMessage(gaps: readonly string[] = []): string {
  const why = gaps.length > 0 ? ` It had: ${[...new Set(gaps)].slice(0, 3).join(' ')}` : ''
  return `Not imported, because it has no messages.${why}`
}

const unreadable = (title: string, where: string) => ({
  title: cutText(title, 200),
  message: `It has an unknown format (${cutText(where, 200)}).`,
})

/** Reads a conversation. A hash of the content replaces a missing or duplicate id. */
function readOne(
  one: Fields,
  dialect: Dialect,
  known: Map<string, Fields>,
): DialectConversation & { id: string } {
  const own = dialect.idIn(one) || computeHash(one)
  const first = known.get(own)
  if (!first) known.set(own, one)
  const isOther = first !== undefined && computeHash(first) !== computeHash(one)
  const id = deriveId(dialect.source, own, ...(isOther ? [computeHash(one)] : []))
  return { ...dialect.toConversation(one, id), id }
}

const computeHash = (one: Fields): string =>
  createHash('sha256').update(JSON.stringify(one)).digest('hex')

function firstWords({ messages }: DialectConversation): string {
  const first = messages.find(({ role, text }) => role === 'user' && text !== '')
  return cutText(first?.text.slice(0, 500).replaceAll(/\s+/g, ' ').trim() ?? '', 60)
}
