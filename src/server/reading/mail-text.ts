import PostalMime, { type Address } from 'postal-mime'
import { replaceControls } from '#lib/encodings/decode-bytes.ts'
import { createTextSink } from './archives/text-sink.ts'
import { readHtml } from './archives/html-text.ts'

const utf8 = new TextDecoder()
const textMax = 1_100_000
const nestingMax = 20

/** Returns the text of a message with the usual headers, and the names of the attached files. */
export async function readMail(bytes: Uint8Array): Promise<{ text: string; warnings: string[] }> {
  const mail = await PostalMime.parse(bytes.slice().buffer, { maxNestingDepth: nestingMax })
  const sink = createTextSink(textMax)
  const headers = [
    ['Subject', mail.subject],
    ['From', mail.from && formatAddress(mail.from)],
    ['To', mail.to?.map(formatAddress).join(', ')],
    ['Cc', mail.cc?.map(formatAddress).join(', ')],
    ['Date', mail.date],
  ]
  for (const [name, value] of headers) {
    if (!value) continue
    sink.add(`${name}: ${replaceControls(value)}`)
    sink.line()
  }
  sink.gap()
  const plain = replaceControls(mail.text?.trim() ?? '')
  if (plain) sink.add(plain)
  else if (mail.html) readHtml(new TextEncoder().encode(replaceControls(mail.html)), sink)
  for (const { content } of mail.attachments.filter(isInvitation)) {
    sink.gap()
    sink.add(replaceControls(typeof content === 'string' ? content : utf8.decode(content)).trim())
  }
  const files = mail.attachments.filter((one) => !isInvitation(one))
  const names = files.map(({ filename }) => filename ?? 'a file without a name')
  return {
    text: sink.text(),
    warnings:
      names.length === 0
        ? []
        : [`Files of this message were left out: ${names.join(', ').slice(0, 500)}.`],
  }
}

const isInvitation = ({ mimeType }: { mimeType: string }): boolean => mimeType === 'text/calendar'

const messagesMax = 2_000

/** Returns the messages of a mailbox file, in which each message begins with a line `From …`. */
export async function readMailbox(
  bytes: Uint8Array,
): Promise<{ text: string; warnings: string[] }> {
  const starts = findMessages(bytes)
  const texts: string[] = []
  const warnings = new Set<string>()
  let length = 0
  for (const [at, start] of starts.slice(0, messagesMax).entries()) {
    if (length > textMax) break
    const message = bytes.subarray(start, starts[at + 1])
    const read = await readMail(message.subarray(message.indexOf(0x0a) + 1))
    texts.push(read.text.trim())
    length += read.text.length
    for (const warning of read.warnings) warnings.add(warning)
  }
  const leftOut = starts.length - texts.length
  if (leftOut > 0) warnings.add(`${leftOut} messages were left out.`)
  return { text: texts.join('\n\n---\n\n'), warnings: [...warnings].slice(0, 20) }
}

function findMessages(bytes: Uint8Array): number[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = [0]
  for (let at = file.indexOf('\nFrom '); at >= 0; at = file.indexOf('\nFrom ', at + 1)) {
    const isAfterBlank = file[at - 1] === 0x0a || (file[at - 1] === 0x0d && file[at - 2] === 0x0a)
    if (isAfterBlank) starts.push(at + 1)
  }
  return starts
}

const formatAddress = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : (address ?? name)
