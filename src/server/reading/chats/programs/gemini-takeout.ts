import { asString, asTexts, type Fields } from '#lib/fields.ts'
import { readHtml } from '../../archives/html-text.ts'
import { createTextSink } from '../../archives/text-sink.ts'
import { listRecords, type PlainChat, type PlainMessage, type ReadProgram } from './plain-chat.ts'

/**
 * Maximum pause between two prompts of one conversation in milliseconds. Google's export does not
 * group prompts.
 */
const pauseMs = 30 * 60_000
const answerLengthMax = 1024 * 1024

/** Reads the activities of Gemini in Google Takeout, each with a prompt and the answer as HTML. */
export const readGeminiTakeout: ReadProgram = (value) => {
  const records = listRecords(value).filter(isGemini)
  if (records.length === 0) return undefined
  const chats: PlainChat[] = []
  let lastMs = -Infinity
  for (const record of records.toSorted((a, b) => toMs(a) - toMs(b))) {
    const ms = toMs(record)
    const messages = toMessages(record)
    const chat = chats.at(-1)
    if (chat && ms - lastMs <= pauseMs) chat.messages.push(...messages)
    else
      chats.push({
        id: record['time'],
        title: messages[0]?.content,
        model: 'Gemini',
        created_at: record['time'],
        messages,
      })
    lastMs = ms
  }
  return chats
}

const cell = /<div class="outer-cell/
const bodyStart = /<div class="content-cell[^"]*mdl-typography--body-1">/
const promptStart = /^\s*(?:Prompted|Said|Asked)(?:&nbsp;|\s)/

/**
 * Parses the page of Google Takeout, which is its default format, to the records of the JSON file.
 * Returns `undefined` for other texts.
 */
export function parseGeminiPage(text: string): unknown {
  if (!/^\s*</.test(text.slice(0, 100)) || !/Gemini Apps|Bard/.test(text.slice(0, pageHeadLength)))
    return undefined
  const records = text
    .split(cell)
    .slice(1)
    .map(readCell)
    .filter((one) => one !== undefined)
  return records.length > 0 ? records : undefined
}

function readCell(html: string) {
  const [body = ''] = html.split(bodyStart)[1]?.split('</div>', 1) ?? []
  const [prompt = '', ...parts] = body.split('<br>')
  const at = parts.findIndex((part) => !Number.isNaN(toDate(part).getTime()))
  if (!promptStart.test(prompt) || at < 0) return undefined
  return {
    header: 'Gemini Apps',
    title: toText(prompt),
    time: toDate(parts[at] ?? '').toISOString(),
    safeHtmlItem: [{ html: parts.slice(at + 1).join('<br>') }],
    ...(at > 0 && { attachedFiles: parts.slice(0, at) }),
  }
}

const toDate = (text: string): Date =>
  new Date(text.length > 100 ? '' : text.replaceAll(/[\u202f\u00a0]|&#8239;/g, ' '))

const pageHeadLength = 400_000

const isGemini = ({ header, products }: Fields): boolean =>
  [asString(header), ...asTexts(products)].some((one) => /^(?:Gemini|Bard)\b/.test(one))

const toMs = ({ time }: Fields): number => Date.parse(asString(time)) || 0

function toMessages(record: Fields): PlainMessage[] {
  const { title, time, safeHtmlItem: items, attachedFiles, imageFile } = record
  const html = listRecords(items).map(({ html: one }) => asString(one))
  const hasFiles = attachedFiles !== undefined || imageFile !== undefined
  return [
    {
      role: 'user',
      content: asString(title).replace(/^(?:Prompted|Said|Asked)\s+/, ''),
      created_at: time,
      ...(hasFiles && { gaps: ['Files of a prompt.'] }),
    },
    { role: 'assistant', content: html.map(toText).join('\n\n'), created_at: time },
  ]
}

function toText(html: string): string {
  const sink = createTextSink(answerLengthMax)
  readHtml(Buffer.from(html), sink)
  return sink.text().trim()
}
