import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../errors.ts'
import { createGate } from '../files/gate.ts'

const require = createRequire(import.meta.url)

/** A large one takes seconds; a hostile one may never end. */
const timeoutMs = 60_000
const heapMegabytesMax = 512
/** Each may take all of that memory. */
const runningMax = 2
const waitingMax = 8

export type PdfText = { text: string; pages: number; isCut: boolean }

type Answer = PdfText | { problem: 'password' | 'broken' }

/**
 * A thread of its own, so that no file can hold up the server or take it down. Small enough to be
 * written here, which spares the build one more entry.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { library, bytes, lengthMax } = workerData
async function read() {
  const loaded = await import(library)
  const { getDocumentProxy } = loaded.default ?? loaded
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false })
  let text = ''
  for (let number = 1; number <= pdf.numPages && text.length <= lengthMax; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) {
      if (typeof item.str !== 'string') continue
      text += item.str + (item.hasEOL ? '\\n' : '')
    }
    text = text.trimEnd() + '\\n\\n'
    page.cleanup()
  }
  return { text: text.trim(), pages: pdf.numPages, isCut: text.length > lengthMax }
}
read().then(
  (answer) => parentPort.postMessage(answer),
  (error) => parentPort.postMessage({ problem: error?.name === 'PasswordException' ? 'password' : 'broken' }),
)
`

const gate = createGate(runningMax, waitingMax)

/**
 * The text of a PDF, page after page.
 *
 * @param lengthMax UTF-16 units after which no further page is read.
 * @throws {HttpError} `bad_document` when it is broken, locked or endless, `rate_limited` when too many
 *   are being read.
 */
export const readPdf = (bytes: Uint8Array, lengthMax: number): Promise<PdfText> =>
  gate(async () => {
    const library = pathToFileURL(require.resolve('unpdf')).href
    const worker = new Worker(program, {
      eval: true,
      // A copy of its own, as it is handed over.
      workerData: { library, bytes: new Uint8Array(bytes), lengthMax },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
      // The library writes about odd files there.
      stdout: true,
      stderr: true,
    })
    const answer = await new Promise<Answer>((resolve) => {
      const tooLong = setTimeout(() => resolve({ problem: 'broken' }), timeoutMs)
      const settle = (found: Answer) => {
        clearTimeout(tooLong)
        resolve(found)
      }
      worker.once('message', settle)
      worker.once('error', () => settle({ problem: 'broken' }))
      worker.once('exit', () => settle({ problem: 'broken' }))
    })
    await worker.terminate()
    if (!('problem' in answer)) return answer
    throw new HttpError(
      'bad_document',
      answer.problem === 'password'
        ? 'This PDF is locked with a password. Save it without one and add it again.'
        : 'This PDF cannot be read. Save it anew from the program that made it.',
    )
  })
