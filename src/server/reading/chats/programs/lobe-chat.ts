import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { groupBy, listRecords, type ReadProgram } from './plain-chat.ts'

/**
 * Reads the tables that Lobe Chat exports: in `state`, or in `data` with names in snake case or
 * camel case.
 */
export const readLobeChat: ReadProgram = (value) => {
  const from = asRecord(value)
  const isExport = 'exportType' in from || from['mode'] === 'postgres' || from['mode'] === 'pglite'
  const tables = [from['state'], from['data']].find(isRecord)
  if (!isExport || !tables) return undefined
  const titles = new Map<string, unknown>()
  for (const one of [...listRecords(tables['sessions']), ...listRecords(tables['topics'])])
    titles.set(asString(one['id']), one['title'] ?? asRecord(one['meta'])['title'])
  const groups = groupBy(
    listRecords(tables['messages']),
    (one) => asString(field(one, 'topicId')) || asString(field(one, 'sessionId')) || 'inbox',
  )
  return Array.from(groups, ([id, messages]) => {
    const sorted = messages.toSorted((a, b) => toTime(a) - toTime(b))
    return {
      id,
      title: titles.get(id),
      created_at: sorted[0] && field(sorted[0], 'createdAt'),
      updated_at: field(sorted.at(-1) ?? {}, 'updatedAt'),
      messages: sorted.map((one) => ({
        role: one['role'],
        content: one['content'],
        reasoning_content: asRecord(one['reasoning'])['content'],
        model: one['model'] ?? asRecord(one['extra'])['fromModel'],
        created_at: field(one, 'createdAt'),
      })),
    }
  })
}

const field = (from: Fields, name: string): unknown =>
  ownValue(from, name) ??
  ownValue(
    from,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )

const toTime = (one: Fields): number => {
  const at = field(one, 'createdAt')
  return typeof at === 'number' ? at : Date.parse(asString(at)) || 0
}
