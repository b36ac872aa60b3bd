import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { startBoundedProcess } from '../process/bounded-process.ts'
import { sendInPieces } from '../process/send-pieces.ts'
import { HttpError } from '../errors/http-error.ts'
import { createGate } from '../process/gate.ts'

const require = createRequire(import.meta.url)

/**
 * Timeout of reading a file, in milliseconds. Large files take seconds, hostile files may never
 * end.
 */
const timeoutMs = 60_000
/** Memory limit of the process in megabytes. A book of a thousand pages takes about 200 MB. */
const memoryMegabytesMax = 512
/** Maximum number of processes. Each process may take the whole memory limit. */
const runningMax = 2
const waitingMax = 8
const smallBytesMax = 2 * 1024 * 1024

export type PdfText = {
  text: string
  pages: number
  pageStarts: number[]
  /** Numbers of the pages without text. */
  emptyPages: number[]
  isCut: boolean
}

type Answer = PdfText | { problem: 'password' | 'broken' | 'large' | 'slow' }

/**
 * Program of a separate process, because a few kilobytes of PDF may decompress to gigabytes. The
 * program is a string, so that the build needs no further entry point.
 */
const program = `
async function readFields(page) {
  const annotations = await page.getAnnotations().catch(() => [])
  return annotations.flatMap((one) => {
    const { subtype, fieldName, alternativeText, fieldValue, checkBox, radioButton } = one
    if (subtype !== 'Widget' || one.hidden || one.password) return []
    const name = alternativeText || String(fieldName || '').replace(/^.*\\./, '') || 'Field'
    if (radioButton) return fieldValue && fieldValue === one.buttonValue ? [name + ': ' + fieldValue] : []
    if (checkBox) return [(fieldValue && fieldValue !== 'Off' ? '☒ ' : '☐ ') + name]
    const value = Array.isArray(fieldValue) ? fieldValue.join(', ') : fieldValue
    return typeof value === 'string' && value.trim() ? [name + ': ' + value.trim()] : []
  })
}
async function read({ library, bytes, lengthMax }) {
  const loaded = await import(library)
  const { getDocumentProxy } = loaded.default ?? loaded
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false })
  let text = ''
  const pageStarts = []
  const emptyPages = []
  for (let number = 1; number <= pdf.numPages && text.length <= lengthMax; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pageStarts.push(text.length)
    const fields = await readFields(page)
    const isEmpty = !items.some(({ str }) => typeof str === 'string' && str.trim() !== '')
    if (isEmpty && fields.length === 0) emptyPages.push(number)
    for (const item of items) {
      if (typeof item.str !== 'string') continue
      text += item.str + (item.hasEOL ? '\\n' : '')
    }
    // The page's own text does not contain what a person entered into a form.
    if (fields.length > 0) text = text.trimEnd() + '\\n\\n' + fields.join('\\n')
    // Empty pages begin where the next one does.
    text = text.trimEnd()
    if (text !== '') text += '\\n\\n'
    page.cleanup()
  }
  const lead = text.length - text.trimStart().length
  return {
    text: text.trim(),
    pages: pdf.numPages,
    pageStarts: pageStarts.map((start) => Math.max(0, start - lead)),
    emptyPages,
    isCut: text.length > lengthMax,
  }
}
let bytes
process.on('message', (message) => {
  if (message.type === 'piece') {
    bytes ??= new Uint8Array(message.total)
    bytes.set(message.piece, message.at)
    return
  }
  read({ ...message, bytes }).then(
    (answer) => process.send(answer),
    (error) => process.send({ problem: error?.name === 'PasswordException' ? 'password' : 'broken' }),
  )
})
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
`

const gate = createGate({ runningMax, waitingMax, smallBytesMax, what: 'PDF' })

/**
 * Returns the text of a PDF, page by page.
 * @param lengthMax UTF-16 units after which no further page is read.
 * @throws {HttpError} `bad_document` when the file is broken, locked, endless or takes too much
 * memory, `rate_limited` when too many files are being read.
 */
export const readPdf = (bytes: Uint8Array, lengthMax: number): Promise<PdfText> =>
  gate(
    async () => {
      const library = pathToFileURL(require.resolve('unpdf')).href
      const reader = startBoundedProcess(['-e', program], { memoryMegabytesMax, isSilent: true })
      const answer = await new Promise<Answer>((resolve) => {
        const tooLong = setTimeout(() => resolve({ problem: 'slow' }), timeoutMs)
        const settle = (found: Answer) => {
          clearTimeout(tooLong)
          resolve(found)
        }
        reader.once('message', settle)
        reader.once('error', () => settle({ problem: 'broken' }))
        reader.once('exit', () => settle({ problem: 'large' }))
        // Ignore an error of `send`, which means that the process has exited. The exit is reported
        // elsewhere.
        void sendInPieces(reader, bytes).then(() => reader.send({ library, lengthMax }, () => {}))
      })
      reader.kill('SIGKILL')
      if (!('problem' in answer)) return answer
      throw new HttpError('bad_document', sentences[answer.problem])
    },
    { bytes: bytes.byteLength },
  )

const sentences = {
  password: 'This PDF is locked with a password. Save it without a password and add it again.',
  broken: 'This PDF cannot be read. Export it again from the program that made it.',
  large: 'This PDF needs too much memory. Add only the pages that matter.',
  slow: 'Reading this PDF takes longer than a minute. Add only the pages that matter, or try again when the server is less busy.',
}
