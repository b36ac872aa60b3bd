import { z } from 'zod'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { isRecord } from '#lib/fields.ts'
import { parseEarlySync } from '../../json/parse-early.ts'
import type { Dialect } from './dialect.ts'
import { unknownForm, type FoundConversation } from './found-conversation.ts'
import { chatGpt } from './read-chatgpt.ts'
import { claude } from './read-claude.ts'
import { libreChat } from './read-librechat.ts'
import { openWebUi } from './read-open-webui.ts'

export type ForeignExport = {
  source: ImportAnswer['source']
  conversations: Iterable<FoundConversation>
}

/** Reads the title even of an invalid conversation. */
const titleSchema = z
  .looseObject({ title: z.string().optional(), name: z.string().optional() })
  .transform(({ title, name }) => title || name || '')
  .catch('')

/**
 * Reads an export of another program: a list of conversations or a single one.
 * @returns undefined for other values.
 */
export function readForeign(value: unknown): ForeignExport | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : listIn(value)
  return (
    exportOf(list, chatGpt) ??
    exportOf(list, claude) ??
    exportOf(list, openWebUi) ??
    exportOf(list, libreChat)
  )
}

/** Returns the list of conversations in an object, because some export tools wrap the list. */
function listIn(value: unknown): readonly unknown[] {
  const inside = isRecord(value) ? value['conversations'] : undefined
  return Array.isArray(inside) ? inside : [value]
}

function exportOf<T>(list: readonly unknown[], dialect: Dialect<T>): ForeignExport | undefined {
  const isTheirs = (one: unknown) => isRecord(one) && Object.hasOwn(one, dialect.mark)
  return list.some(isTheirs)
    ? { source: dialect.source, conversations: readAll(list, dialect) }
    : undefined
}

function* readAll<T>(
  list: readonly unknown[],
  { schema, toConversation }: Dialect<T>,
): Generator<FoundConversation> {
  for (const [index, one] of list.entries()) {
    const parsed = parseEarlySync(schema, one)
    const title = titleSchema.parse(one) || `Conversation ${index + 1}`
    if (!parsed.success) {
      yield { problem: unknownForm(title, parsed.error) }
      continue
    }
    const conversation = toConversation(parsed.data, title)
    if (conversation.messages.length > 0) yield conversation
  }
}
