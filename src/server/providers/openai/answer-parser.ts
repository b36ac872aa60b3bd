import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { tryParseAnswer } from '../../json/parse-json.ts'
import { createLineParser } from './line-parser.ts'

type ParserOptions = {
  /** Maximum length of a record, in UTF-16 units. */
  maxBufferSize: number
  onEvent: (event: EventSourceMessage) => void
  /** Called for a record that is longer than `maxBufferSize`. It must throw. */
  onTooLong: () => never
}

export type AnswerParser = {
  feed: (piece: string) => void
  /** Emits the last record, which may lack its line end. */
  end: () => void
  /** Returns whether the body is a single JSON value instead of a stream of records. */
  isWhole: () => boolean
}

/**
 * Creates a parser that recognizes the format of an answer by its first character, because services
 * label it wrongly: server-sent events, one JSON object per line, or a single JSON value.
 */
export function createAnswerParser(options: ParserOptions): AnswerParser {
  const head: string[] = []
  let headLength = 0
  let inner: Omit<AnswerParser, 'isWhole'> | undefined
  let isWhole = false
  const begin = (create: typeof createEventParser) => {
    inner = create(options)
    // This also removes a byte order mark.
    inner.feed(head.splice(0).join('').trimStart())
  }
  return {
    feed(piece) {
      if (inner) return inner.feed(piece)
      headLength += piece.length
      if (headLength > options.maxBufferSize) options.onTooLong()
      if (head.length === 0 && piece.trimStart() === '') return
      head.push(piece)
      if (!/^\s*[{[]/.test(head[0] ?? '')) return begin(createEventParser)
      // A complete first line shows whether the body contains records or one value.
      if (!piece.includes('\n')) return
      const [line = ''] = head.join('').trimStart().split('\n', 1)
      isWhole = !isJson(line)
      begin(isWhole ? createWholeParser : createLines)
    },
    end() {
      if (!inner && head.length > 0) {
        isWhole = true
        begin(createWholeParser)
      }
      inner?.end()
    },
    isWhole: () => isWhole,
  }
}

function createEventParser({ maxBufferSize, onEvent, onTooLong }: ParserOptions) {
  const parser = createParser({
    maxBufferSize,
    onEvent(event) {
      // Some services omit the blank lines between records. The parser then joins several records
      // to one event.
      const lines = event.data.includes('\n') ? event.data.split('\n') : []
      if (lines.length === 0 || !lines.every(isRecordLine)) return onEvent(event)
      for (const data of lines) onEvent({ ...event, data })
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') onTooLong()
      // llama.cpp sends an error in a field that server-sent events do not define. Other unknown
      // fields are ignored.
      if (error.type === 'unknown-field' && error.field === 'error') {
        onEvent({ id: undefined, event: 'error', data: error.value ?? '' })
      }
    },
  })
  // Some services omit the empty line after their last record.
  return { feed: (piece: string) => parser.feed(piece), end: () => parser.feed('\n\n') }
}

function createLines({ maxBufferSize, onEvent }: ParserOptions) {
  const { feed } = createLineParser({ maxBufferSize, onEvent })
  return { feed, end: () => feed('\n') }
}

function createWholeParser({ maxBufferSize, onEvent, onTooLong }: ParserOptions) {
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
      if (data !== '') onEvent({ id: undefined, event: undefined, data })
    },
  }
}

const isRecordLine = (line: string) =>
  (line.startsWith('{') && isJson(line)) || line.trim() === '[DONE]'

const isJson = (text: string): boolean => tryParseAnswer(text) !== undefined
