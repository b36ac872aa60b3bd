import { asRecord, type Fields, isRecord } from '#lib/fields.ts'
import type { AnswerFacts, ChatDelta, ChatRequest } from '../../ports/chat-provider.ts'
import type { HttpError } from '../../errors/http-error.ts'
import {
  done,
  isDoneMark,
  PartialAnswerError,
  recordIn,
  type AnswerReader,
} from './answer-reader.ts'
import { factsIn, findChoice, getIndex, toDelta } from './chat-chunk.ts'
import type { ClientConnection } from './client-connection.ts'
import { withKnownEfforts } from './quirks/known-efforts.ts'
import { createLearnedFields } from './quirks/learned-fields.ts'
import { createSystemRole } from './quirks/system-role.ts'
import { withQuirks, withThoughts, type VendorQuirks } from './quirks/vendor-quirks.ts'
import type { ChatDialect } from './stream-chat.ts'

export const createChatDialect = (
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  quirks: VendorQuirks = {},
  knownAs?: string,
): ChatDialect => {
  const learned = createLearnedFields()
  const systemRole = createSystemRole()
  return {
    toBody: (request: ChatRequest) =>
      withKnownEfforts(request, knownAs, (efforts) => {
        const { fields, leftOut } = withQuirks(request, quirks, efforts)
        fields['stream'] = true
        fields['stream_options'] = { ...asRecord(request['stream_options']), include_usage: true }
        return systemRole.apply(request.model, learned.apply(request.model, { fields, leftOut }))
      }),
    amend: ({ model }, body, text) =>
      systemRole.learn(model, body, text) ?? learned.learn(model, body, text),
    openReader: () => createChatReader(connection, quirks),
  }
}

export function createChatReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  { countsThoughtsApart }: VendorQuirks = {},
): AnswerReader {
  let index: number | undefined
  const withoutRepeats = createRepeatFilter()
  const read = (record: Fields | undefined, event = ''): ChatDelta | undefined => {
    if (!record) return undefined
    const choice = findEventChoice(record, event, index)
    if (choice) index ??= getIndex(choice)
    const delta = withoutRepeats(toDelta(record, choice), choice)
    if (delta?.usage && countsThoughtsApart) delta.usage = withThoughts(delta.usage)
    return delta
  }
  const toError = (error: HttpError, record: Fields) => {
    const delta = read(record)
    return delta?.text || delta?.reasoning ? new PartialAnswerError(delta, error) : error
  }
  let told: AnswerFacts | undefined
  const withFacts = (record: Fields | undefined, delta: ChatDelta | undefined) => {
    if (told || !record) return delta
    told = factsIn(record)
    return told ? { ...delta, about: told } : delta
  }
  return {
    read(event) {
      if (isDoneMark(event.data)) return done
      const record = recordIn(connection, event, toError)
      return withFacts(record, read(record, event.event))
    },
  }
}

/** Coze sends a last event in its own format that repeats the whole answer. */
function findEventChoice(record: Fields, event: string, index: number | undefined) {
  const choice = findChoice(record, index)
  if (!choice || !event.endsWith('message.completed')) return choice
  const { delta, ...rest } = choice
  return { ...rest, message: delta }
}

/**
 * Returns a function that removes a repeated answer from the last record. MiniMax and Coze repeat
 * the whole answer as a `message`.
 */
function createRepeatFilter() {
  let text = ''
  let reasoning = ''
  return (delta: ChatDelta | undefined, choice: Fields | undefined): ChatDelta | undefined => {
    if (!delta) return delta
    const isDelta = isRecord(choice?.['delta']) || !isRecord(choice?.['message'])
    if (isDelta) {
      text += delta.text ?? ''
      reasoning += delta.reasoning ?? ''
      return delta
    }
    const rest: ChatDelta = { ...delta }
    if (text !== '' && delta.text?.startsWith(text)) rest.text = delta.text.slice(text.length)
    if (reasoning !== '' && delta.reasoning?.startsWith(reasoning))
      rest.reasoning = delta.reasoning.slice(reasoning.length)
    return rest
  }
}
