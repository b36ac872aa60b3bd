import { createParser } from 'eventsource-parser'
import { asRecord, asString, asText } from '#lib/fields.ts'

/**
 * Reads the response of a transcription: events with deltas, JSON with `text`, or plain text.
 * Ignores the content type, because many servers send a wrong one.
 * @param onWords receives all words so far.
 * @returns the complete text.
 * @throws {Error} if the service reports an error in the stream.
 */
export async function readTranscript(
  body: ReadableStream<Uint8Array>,
  onWords: (words: string) => void,
): Promise<string> {
  let whole = ''
  let words = ''
  const parser = createParser({
    onEvent: ({ data }) => {
      const next = addEvent(words, data)
      if (next === words) return
      words = next
      onWords(words.trim())
    },
  })
  const decoder = new TextDecoder()
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    const text = decoder.decode(value, { stream: true })
    whole += text
    parser.feed(text)
  }
  parser.feed('\n\n')
  if (words !== '') return words.trim()
  return readWhole(whole)
}

function addEvent(words: string, data: string): string {
  if (data === '[DONE]') return words
  const fields = asRecord(parseJson(data))
  const error = asRecord(fields['error'])
  if (error['message'] !== undefined) throw new Error(asString(error['message']))
  const delta = asText(fields['delta'])
  if (delta !== undefined) return words + delta
  const text = asText(fields['text'])
  if (text === undefined) return words
  const type = asString(fields['type'])
  return type.endsWith('.done') ? text : `${words} ${text.trim()}`
}

function readWhole(body: string): string {
  const answer = parseJson(body)
  if (answer === undefined) return /^\s*</.test(body) ? '' : body.trim()
  const fields = asRecord(answer)
  if (asText(fields['text']) !== undefined) return asString(fields['text']).trim()
  return typeof answer === 'string' ? answer.trim() : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
