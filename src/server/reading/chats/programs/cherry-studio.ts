import { asList, asRecord, asString, type Fields } from '#lib/fields.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'
import { listRecords, type PlainMessage, type ReadProgram } from './plain-chat.ts'

/**
 * Reads a backup of Cherry Studio: messages in `indexedDB.topics`, their texts in `message_blocks`,
 * and the titles in JSON inside of `localStorage`.
 */
export const readCherryStudio: ReadProgram = (value) => {
  const { indexedDB: tables, localStorage: stored } = asRecord(value)
  const topics = asRecord(tables)['topics']
  if (!Array.isArray(topics)) return undefined
  const blocks = new Map(
    listRecords(asRecord(tables)['message_blocks']).map((one) => [asString(one['id']), one]),
  )
  const titles = findTitles(asRecord(stored))
  return listRecords(topics).map(({ id, messages }) => ({
    id,
    title: titles.get(asString(id)),
    created_at: listRecords(messages)[0]?.['createdAt'],
    messages: listRecords(messages).map((one) => toMessage(one, blocks)),
  }))
}

function toMessage(message: Fields, all: ReadonlyMap<string, Fields>): PlainMessage {
  const blocks = asList(message['blocks'])
    .map((id) => all.get(asString(id)))
    .filter((one) => one !== undefined)
  const textsIn = (types: RegExp) =>
    blocks
      .filter(({ type }) => types.test(asString(type)))
      .map(({ content }) => asString(content))
      .filter(Boolean)
      .join('\n\n')
  const others = blocks.filter(
    ({ type }) => !/^(?:main_text|code|thinking|error)$/.test(asString(type)),
  )
  return {
    role: message['role'],
    content: textsIn(/^(?:main_text|code)$/) || asString(message['content']),
    reasoning_content: textsIn(/^thinking$/),
    model: asRecord(message['model'])['id'],
    created_at: message['createdAt'],
    gaps: others.map(({ type }) => `Content of the type “${asString(type).slice(0, 60)}”.`),
  }
}

const parse = (text: unknown): Fields => asRecord(tryParseAnswer(asString(text)))

function findTitles(stored: Fields): Map<string, unknown> {
  const { assistants } = parse(parse(stored['persist:cherry-studio'])['assistants'])
  const topics = listRecords(assistants).flatMap((one) => listRecords(one['topics']))
  return new Map(topics.map(({ id, name }) => [asString(id), name]))
}
