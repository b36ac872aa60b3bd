import PostalMime, { type Address } from 'postal-mime'
import { replaceControls } from '#lib/encodings/decode-bytes.ts'
import { createTextSink } from './archives/text-sink.ts'
import { readHtml } from './archives/html-text.ts'

const textMax = 1_100_000
const nestingMax = 20

/** Returns the text of a message with the headers that people read, and the names of its files. */
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
  const names = mail.attachments.map(({ filename }) => filename ?? 'a file without a name')
  return {
    text: sink.text(),
    warnings:
      names.length === 0
        ? []
        : [`Files of this message were left out: ${names.join(', ').slice(0, 500)}.`],
  }
}

const formatAddress = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : (address ?? name)
