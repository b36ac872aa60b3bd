import type { IncomingMessage } from 'node:http'
import { findEncoding } from '#lib/encodings/encodings.ts'
import { readPdf } from '../../../documents/pdf-text.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { PageText } from '../../../reading/archives/page-text.ts'
import { readWhole } from '../../../reading/read-file.ts'
import {
  AddressRefusedError,
  checkedRequest,
  type CheckedRequestOptions,
  type Refusal,
} from '../../../outgoing/checked-request.ts'
import { getDecodedBody } from '../../../outgoing/upstream-request.ts'
import { signalWithin } from '../../../process/signal-within.ts'
import { ToolError } from '../tool.ts'

const timeoutMs = 15_000
const pageBytesMax = 5 * 1024 * 1024
const pdfBytesMax = 20 * 1024 * 1024
/** Maximum length of the text of a PDF in UTF-16 units. */
const pdfTextMax = 100_000
const sampleBytes = 4_096
const textTypes = /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?(?:json|xml))$/
const unknownType = 'application/octet-stream'

export type FetchedPage = PageText & { url: string }
/** @param encoding chosen by the caller. If absent, the encoding is detected. */
export type FetchPage = (
  address: string,
  signal: AbortSignal,
  encoding?: string,
) => Promise<FetchedPage>

/**
 * Creates a function that reads the text of a web page. Addresses in this machine's network are
 * refused.
 * @throws {ToolError} with the problem of the URL or the page.
 */
export const pageFetcher =
  (rules: Omit<CheckedRequestOptions, 'signal' | 'accept'> = {}): FetchPage =>
  async (address, signal, chosen) => {
    const within = signalWithin(timeoutMs, signal)
    try {
      const { response, url } = await checkedRequest(address, {
        ...rules,
        signal: within,
        accept:
          'text/html, text/plain;q=0.9, application/json;q=0.8, text/*;q=0.7, application/pdf;q=0.7',
      })
      try {
        return { ...(await readResponse(response, url, chosen)), url: url.href }
      } finally {
        response.destroy()
      }
    } catch (error) {
      if (error instanceof ToolError || signal.aborted) throw error
      if (error instanceof HttpError) throw new ToolError(error.message, { cause: error })
      if (error instanceof AddressRefusedError) throw new ToolError(refusals[error.refusal])
      throw new ToolError(
        within.aborted
          ? 'The page did not load within 15 seconds.'
          : 'The page could not be loaded.',
        { cause: error },
      )
    }
  }

const refusals: Record<Refusal, string> = {
  malformed: 'This is not a valid address.',
  scheme: 'Only http: and https: addresses can be read.',
  password: 'The address must not contain a password.',
  private: 'This address is on a private network, which this server does not read.',
  redirects: 'The address redirects too many times.',
}

async function readResponse(
  response: IncomingMessage,
  url: URL,
  chosen?: string,
): Promise<PageText> {
  const { statusCode = 0, headers } = response
  if (statusCode !== 200) throw new ToolError(`The page answered with status ${statusCode}.`)
  const [named = '', ...rest] = (headers['content-type'] ?? 'text/html').toLowerCase().split(';')
  const type = named.trim()
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)$/.test(type)
  // Servers send `unknownType` for files whose type they do not know.
  const isPdf = /^application\/(?:x-)?pdf$/.test(type) || (type === unknownType && isPdfAt(url))
  if (!isHtml && !isPdf && !textTypes.test(type)) {
    throw new ToolError(`This address is a file of type ${type.slice(0, 80)}, not a page.`)
  }
  const bytes = await read(getDecodedBody(response), isPdf ? pdfBytesMax : pageBytesMax)
  if (isPdf) return readPdfPage(bytes, url)
  if (await isData(bytes)) throw new ToolError('This address is a file that holds no text.')
  const charset = rest.map((part) => /charset="?([\w-]{1,40})/.exec(part)?.[1]).find(Boolean)
  const encoding = chosen === undefined ? undefined : findEncoding(chosen)
  if (chosen !== undefined && encoding === undefined) {
    throw new ToolError(`The encoding ${chosen.slice(0, 40)} is unknown.`)
  }
  const hint = { label: charset, encoding }
  if (isHtml) return { encoding: 'utf-8', ...(await readWhole('page', bytes, hint)) }
  if (bytes.length === 0) return { title: '', text: '' }
  const found = await readWhole('text', bytes, hint)
  return { title: '', text: found.text, encoding: found.encoding ?? 'utf-8' }
}

/**
 * Returns whether content that is declared as text is binary. Among texts, only UTF-16 contains
 * zero bytes.
 */
async function isData(bytes: Uint8Array): Promise<boolean> {
  const sample = bytes.subarray(0, sampleBytes)
  if (!sample.includes(0)) return false
  const { decodeReadable } = await import('../../../reading/plain-text.ts')
  return decodeReadable(sample) === undefined
}

/** The URL serves as the title, because the titles of PDFs are unreliable. */
async function readPdfPage(bytes: Uint8Array, url: URL): Promise<PageText> {
  const { text } = await readPdf(bytes, pdfTextMax)
  if (text === '') throw new ToolError('This PDF contains scanned pages without text.')
  return { title: getLastName(url), text }
}

const isPdfAt = (url: URL): boolean => url.pathname.toLowerCase().endsWith('.pdf')

function getLastName({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function read(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > bytesMax) {
      throw new ToolError(`This page is larger than ${bytesMax / 1024 / 1024} MB.`)
    }
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, length))
}
