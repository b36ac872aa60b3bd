import { asList, isRecord, type Fields } from '#lib/fields.ts'

/** A conversation in the form that `read-messages.ts` reads. */
export type PlainChat = {
  id?: unknown
  title?: unknown
  model?: unknown
  folder?: unknown
  created_at?: unknown
  updated_at?: unknown
  messages: PlainMessage[]
}

export type PlainMessage = {
  role: unknown
  content: unknown
  model?: unknown
  reasoning_content?: unknown
  created_at?: unknown
  gaps?: readonly string[]
}

/** Converts the export of a program. Returns `undefined` for exports of other programs. */
export type ReadProgram = (value: unknown) => PlainChat[] | undefined

export const listRecords = (value: unknown): Fields[] => asList(value).filter(isRecord)

/** Groups messages by conversation, in the order of the conversations' first messages. */
export function groupBy(list: readonly Fields[], getKey: (one: Fields) => string) {
  const groups = new Map<string, Fields[]>()
  for (const one of list) {
    const group = groups.get(getKey(one))
    if (group) group.push(one)
    else groups.set(getKey(one), [one])
  }
  return groups
}
