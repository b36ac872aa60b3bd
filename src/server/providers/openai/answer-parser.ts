import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { tryParseAnswer } from '../../json/parse-json.ts'
import { isDoneMark } from './answer-reader.ts'
import { createLineParser } from './line-parser.ts'

type ParserOptions = {
  /** Maximum length of a record, in UTF-16 units. */
  maxBufferSize: number
  onEvent: (event: EventSourceMessage) => void
  /** Called for a record that is longer than `maxBufferSize`. Must throw. */
  onTooLong: () => never
  /** Called with the first line of a body that contains no records. Must throw. */
  onForeign: (words: string) => never
}

export type AnswerParser = {
  feed: (piece: string) => void
  end: () => void
  isWhole: () => boolean
}

/**
 * Creates a parser for three formats: server-sent events, one JSON object per line, or one JSON
 * value. The first character of the body decides, because services send wrong content types.
 */
export function createAnswerParser(options: ParserOptions): AnswerParser {
  const head: string[] = []
  let headLength = 0
  let inner: Omit<AnswerParser, 'isWhole'> | undefined
  let isWhole = false
  const begin = (create: typeof createEventParser) => {
    inner = create({ ...options, onEvent: emit })
    inner.feed(head.splice(0).join(''))
  }
  const emit = (event: EventSourceMessage) => {
    // Some proxies add the prefix `data:` a second time.
    if (!event.data.startsWith('data:')) return options.onEvent(event)
    options.onEvent({ ...event, data: event.data.slice('data:'.length).trimStart() })
  }
  const createList: typeof createEventParser = (given) =>
    createWholeParser(given, () => {
      isWhole = false
    })
  return {
    feed(given) {
      // In a sequence of JSON texts (RFC 7464), each record begins with a separator.
      const piece = given.includes('\u001e') ? given.replaceAll('\u001e', '') : given
      if (inner) return inner.feed(piece)
      headLength += piece.length
      if (headLength > options.maxBufferSize) options.onTooLong()
      const part = head.length === 0 ? piece.trimStart() : piece
      if (part === '') return
      head.push(part)
      if (!/^[{[]/.test(head[0] ?? '')) return begin(createEventParser)
      // The first complete line shows whether the body contains records or one value.
      if (!/[\r\n]/.test(part)) return
      const [line = ''] = head.join('').split(/[\r\n]/, 1)
      isWhole = line.startsWith('[') || !isJson(line)
      begin(isWhole ? createList : createLines)
    },
    end() {
      if (!inner && head.length > 0) {
        isWhole = true
        begin(createList)
      }
      inner?.end()
    },
    isWhole: () => isWhole,
  }
}

function createEventParser({ maxBufferSize, onEvent, onTooLong, onForeign }: ParserOptions) {
  let isEmpty = true
  let foreign = ''
  /** Beginning of a record that a proxy has cut into several events. */
  let cut: EventSourceMessage | undefined
  const emit = (event: EventSourceMessage) => {
    if (!cut) {
      if (isCutOff(event.data)) cut = event
      else onEvent(event)
      return
    }
    const joined = { ...event, data: cut.data + event.data }
    const before = cut
    cut = undefined
    if (isCutOff(joined.data) && !event.data.startsWith('{')) cut = joined
    else if (isJson(joined.data)) onEvent(joined)
    else {
      onEvent(before)
      emit(event)
    }
  }
  const parser = createParser({
    maxBufferSize,
    onEvent(event) {
      isEmpty = false
      // If blank lines between records are missing, several records become the data of one event.
      const lines = event.data.includes('\n') ? event.data.split('\n') : []
      if (lines.length === 0 || !lines.every(isRecordLine)) return emit(event)
      for (const data of lines) onEvent({ ...event, data })
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') onTooLong()
      if (error.type !== 'unknown-field') return
      const { field, value = '', line = '' } = error
      const [, indented] = /^\s{1,20}data:(.*)$/i.exec(line) ?? []
      if (indented !== undefined) {
        isEmpty = false
        return onEvent(toEvent(indented.trim()))
      }
      const isBare = line.startsWith('{') && isJson(line)
      if (field !== 'error' && !isBare) {
        foreign ||= line.trim()
        return
      }
      isEmpty = false
      // llama.cpp sends errors in a field `error:` instead of `data:`.
      onEvent(isBare ? toEvent(line) : { ...toEvent(value), event: 'error' })
    },
  })
  return {
    feed: (piece: string) => parser.feed(piece),
    end() {
      // Some services omit the blank line after their last record.
      parser.feed('\n\n')
      if (cut) onEvent(cut)
      if (isEmpty && foreign !== '') onForeign(foreign)
    },
  }
}

const isCutOff = (data: string): boolean =>
  data.startsWith('{') && !/\}\s{0,20}$/.test(data.slice(-30))

const toEvent = (data: string): EventSourceMessage => ({ id: undefined, event: undefined, data })

function createLines({ maxBufferSize, onEvent }: ParserOptions) {
  const { feed } = createLineParser({
    maxBufferSize,
    onEvent: (event) => {
      if (!/^(?:event|id|retry)?:/.test(event.data)) onEvent(event)
    },
  })
  return { feed, end: () => feed('\n') }
}

/** @param onList called for a list of records. The records are emitted one by one. */
function createWholeParser(
  { maxBufferSize, onEvent, onTooLong }: ParserOptions,
  onList: () => void,
) {
  const pieces: string[] = []
  let length = 0
  return {
    feed(piece: string) {
      length += piece.length
      if (length > maxBufferSize) onTooLong()
      pieces.push(piece)
    },
    end() {
      const data = pieces.splice(0).join('').trim()
      const list = data.startsWith('[') ? tryParseAnswer(data) : undefined
      const records = Array.isArray(list)
        ? list.map((one) => JSON.stringify(one))
        : splitRecords(data)
      if (Array.isArray(list) || records.length > 1) onList()
      for (const one of records) if (one !== '') onEvent(toEvent(one))
    },
  }
}

/** Maximum length of a text that is split into records, in characters. */
const splitLengthMax = 1024 * 1024

/** Splits JSON objects between which no separator was sent. */
function splitRecords(data: string): string[] {
  if (data.length > splitLengthMax || !/\}\s*\{/.test(data) || isJson(data)) return [data]
  const records: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: token, index } of data.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++
    else if (token === '}' && --depth === 0) {
      records.push(data.slice(start, index + 1).trim())
      start = index + 1
    }
  }
  const rest = data.slice(start).trim()
  return rest === '' ? records : [...records, rest]
}

const isRecordLine = (line: string) => (line.startsWith('{') && isJson(line)) || isDoneMark(line)

const isJson = (text: string): boolean => tryParseAnswer(text) !== undefined
