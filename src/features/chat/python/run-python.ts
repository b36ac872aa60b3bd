import * as z from 'zod/mini'
import { withBase } from '#lib/base-path.ts'
import { getPythonFile, readPythonState } from '#api/python.ts'
import { t } from '#languages/app.ts'

/** Time limit of the code in milliseconds, without the time in which Python starts. */
const codeMs = 30_000
/**
 * Time limit in milliseconds for loading Python and its packages, which takes long on a slow
 * network.
 */
const startMs = 120_000

const runtimeFiles = [
  'pyodide-lock.json',
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
]

export type PythonFile = { name: string; bytes: ArrayBuffer }

export type PythonResult = {
  /** Text of the last expression's value, as Python's `repr` returns it. */
  value?: string | undefined
  problem?: string | undefined
  missing: readonly string[]
  files: readonly PythonFile[]
  /** Number of files that were left out because of the limits. */
  leftOut: number
}

const bytesSchema = z.instanceof(ArrayBuffer)
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('python-ready') }),
  z.object({ type: z.literal('python-started') }),
  z.object({ type: z.literal('python-needs'), files: z.array(z.string()).check(z.maxLength(400)) }),
  z.object({ type: z.literal('python-output'), words: z.string().check(z.maxLength(250_000)) }),
  z.object({ type: z.literal('python-failed'), problem: z.string() }),
  z.object({
    type: z.literal('python-done'),
    value: z.optional(z.string().check(z.maxLength(250_000))),
    problem: z.optional(z.string().check(z.maxLength(250_000))),
    missing: z.array(z.string()),
    files: z.array(z.object({ name: z.string(), bytes: bytesSchema })),
    leftOut: z.int(),
  }),
])
type FrameMessage = z.infer<typeof messageSchema>

type PythonOptions = {
  code: string
  inputs: readonly PythonFile[]
  onOutput: (words: string) => void
  onStarted?: () => void
  signal: AbortSignal
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs Python in a frame with an opaque origin and without network. A page runs only one block at a
 * time.
 * @throws {Error} with a sentence for the user, if the code takes too long or Python does not
 * start.
 * @throws the reason of the signal, if the signal is aborted.
 */
export function runPython(options: PythonOptions): Promise<PythonResult> {
  const run = last.then(() => runInFrame(options))
  last = run.catch(() => {})
  return Promise.race([run, rejectOnAbort(options.signal)])
}

/** Stops waiting for an earlier block. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })

async function runInFrame(options: PythonOptions): Promise<PythonResult> {
  const { signal } = options
  signal.throwIfAborted()
  const { version, packages } = await readPythonState(signal)
  const there = new Set(packages.filter(({ isThere }) => isThere).map(({ file }) => file))
  const load = async (names: readonly string[]): Promise<PythonFile[]> =>
    Promise.all(
      names.map(async (name) => ({ name, bytes: await getPythonFile(name, version, signal) })),
    )
  const runtime = await load(runtimeFiles)
  const frame = createFrame()
  try {
    return await talk(frame, options, {
      runtime,
      loadPackages: (names) => load(names.filter((name) => there.has(name))),
    })
  } finally {
    frame.remove()
  }
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = 'Python'
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.src = withBase('/preview/python')
  frame.hidden = true
  document.body.append(frame)
  return frame
}

type Sent = {
  runtime: readonly PythonFile[]
  loadPackages: (names: readonly string[]) => Promise<PythonFile[]>
}

function talk(
  frame: HTMLIFrameElement,
  { code, inputs, onOutput, onStarted, signal }: PythonOptions,
  { runtime, loadPackages }: Sent,
): Promise<PythonResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PythonResult>()
  const fail = (problem: string) => reject(new Error(problem))
  let hasStarted = false
  let timer = setTimeout(() => fail(t('Python did not start in time.')), startMs)
  const send = (message: object, files: readonly PythonFile[] = []) =>
    // `postMessage` needs `*` for an opaque origin.
    frame.contentWindow?.postMessage(
      message,
      '*',
      files.map(({ bytes }) => bytes),
    )
  const handle = (message: FrameMessage) => {
    switch (message.type) {
      case 'python-ready':
        return send({ code, runtime, inputs }, runtime)
      case 'python-needs':
        return void loadPackages(message.files).then(
          (packages) => send({ packages }, packages),
          reject,
        )
      case 'python-started':
        // The Python code could send this message again, which must not extend its time limit.
        if (hasStarted) return
        hasStarted = true
        clearTimeout(timer)
        timer = setTimeout(
          () =>
            fail(
              t('The code ran longer than {codeMs} seconds and was stopped.', {
                codeMs: codeMs / 1000,
              }),
            ),
          codeMs,
        )
        return onStarted?.()
      case 'python-output':
        return onOutput(message.words)
      case 'python-failed':
        return fail(message.problem)
      case 'python-done':
        return resolve(message)
    }
  }
  const hear = ({ data, source }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow) return
    const { data: message } = messageSchema.safeParse(data)
    if (message) handle(message)
  }
  const stop = () => reject(signal.reason)
  window.addEventListener('message', hear)
  signal.addEventListener('abort', stop)
  return promise.finally(() => {
    clearTimeout(timer)
    window.removeEventListener('message', hear)
    signal.removeEventListener('abort', stop)
  })
}
