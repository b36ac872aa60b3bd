import { type Fields, isList, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { inArray, sql } from 'drizzle-orm'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import { answerSteps } from '../../../store/schema.ts'
import { storedJson } from '../../../store/storable.ts'
import type { Database } from '../../../store/store.ts'
import type { AskedCall } from './tool-call-parts.ts'

/**
 * Hidden data of one step (one response of the model), such as signed reasoning. The service
 * expects the data back unchanged with later requests.
 */
export type KeptStep = {
  /** Number of the step. The tool calls of the step have the same number as their `round`. */
  round: number
  provider: string
  message: Fields
  calls: (Fields | null)[]
}

/**
 * Maximum size of one step as JSON, in characters. Larger steps are dropped. Long reasoning takes
 * about 100 kB.
 */
const lengthMax = 1024 * 1024

const reasoningField = 'reasoning_content'

/**
 * Creates a collector of the hidden data of one response.
 * @param names see `ChatProvider.handsBack`.
 */
export function createKeeper(names: readonly string[]) {
  const message: Fields = {}
  const wanted = names.filter((name) => name !== reasoningField)
  const keepsReasoning = names.includes(reasoningField)

  return {
    add({ extra, reasoning }: ChatDelta): void {
      if (keepsReasoning && reasoning) grow(message, reasoningField, reasoning)
      if (!extra) return
      for (const name of wanted) if (Object.hasOwn(extra, name)) grow(message, name, extra[name])
    },
    end(calls: readonly AskedCall[]): Pick<KeptStep, 'message' | 'calls'> | undefined {
      const kept = { message, calls: calls.map(({ extra }) => extra ?? null) }
      if (Object.keys(message).length === 0 && kept.calls.every((extra) => extra === null)) {
        return undefined
      }
      return JSON.stringify(kept).length > lengthMax ? undefined : kept
    },
  }
}

/**
 * Appends a piece to a field. Texts are joined. In a list, a piece with the `index` and `type` of
 * the last entry continues that entry.
 */
function grow(message: Fields, name: string, value: unknown): void {
  const before = ownValue(message, name)
  if (typeof before === 'string' && typeof value === 'string') setOwn(message, name, before + value)
  else if (isList(value)) {
    const list = isList(before) ? before : []
    for (const entry of value) {
      const last = list.at(-1)
      if (isRecord(last) && isRecord(entry) && goesOn(last, entry)) joinPiece(last, entry)
      else list.push(structuredClone(entry))
    }
    setOwn(message, name, list)
  } else setOwn(message, name, structuredClone(value))
}

const goesOn = (last: Fields, piece: Fields): boolean =>
  typeof piece['index'] === 'number' &&
  piece['index'] === last['index'] &&
  piece['type'] === last['type']

/**
 * Names of fields whose text is streamed in pieces. Other fields arrive whole, often repeatedly.
 */
const growing = new Set(['text', 'summary', 'data'])

function joinPiece(whole: Fields, piece: Fields): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = ownValue(whole, name)
    if (growing.has(name) && typeof before === 'string' && typeof value === 'string') {
      setOwn(whole, name, before + value)
    } else if (value !== null) setOwn(whole, name, value)
  }
}

/**
 * Returns whether the step contains more than plain reasoning. Services need plain reasoning back
 * only within the same answer.
 */
export const isSealed = ({ message }: KeptStep): boolean =>
  Object.keys(message).some((name) => name !== reasoningField)

export async function storeSteps(
  db: Database,
  messageId: string,
  steps: readonly KeptStep[],
): Promise<void> {
  if (steps.length === 0) return
  await db
    .insert(answerSteps)
    .values(
      steps.map(({ round, provider, message, calls }) => ({
        messageId,
        round,
        provider,
        kept: storedJson({ message, calls }),
      })),
    )
    .onConflictDoUpdate({
      target: [answerSteps.messageId, answerSteps.round],
      set: { provider: sql`excluded.provider`, kept: sql`excluded.kept` },
    })
}

export async function listKeptSteps(
  db: Database,
  messageIds: readonly string[],
): Promise<(KeptStep & { messageId: string })[]> {
  if (messageIds.length === 0) return []
  const rows = await db
    .select()
    .from(answerSteps)
    .where(inArray(answerSteps.messageId, [...messageIds]))
  return rows.map(({ kept, messageId, round, provider }) => ({
    messageId,
    round,
    provider,
    ...kept,
  }))
}
