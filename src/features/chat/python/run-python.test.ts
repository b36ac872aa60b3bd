// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pythonRuns, startPython } from './python-runs.ts'
import { runPython } from './run-python.ts'

const wheel = 'matplotlib-3.0-py3-none-any.whl'
const listed = {
  name: 'matplotlib',
  version: '3.0',
  file: wheel,
  address: 'https://cdn.example/matplotlib',
  isThere: true,
}
const requested: string[] = []

function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((...ends) => ([resolve, reject] = ends))
  return { promise, resolve, reject }
}

beforeEach(() => {
  requested.length = 0
  // Node 20 lacks `Promise.withResolvers`.
  vi.stubGlobal('Promise', Object.assign(Promise, { withResolvers }))
  vi.stubGlobal('fetch', async (input: string) => {
    const path = new URL(input, location.href).pathname
    requested.push(path)
    return path === '/api/python'
      ? Response.json({ version: '1', python: '3.14.2', packages: [listed] })
      : new Response(new Uint8Array([1, 2, 3]))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Waits for the frame, and sends a message of its script to the page. */
async function sayInFrame(data: object): Promise<void> {
  const frame = await vi.waitFor(() => {
    const found = document.querySelector('iframe')
    if (!found?.contentWindow) throw new Error('There is no frame yet.')
    return found
  })
  window.dispatchEvent(new MessageEvent('message', { data, source: frame.contentWindow }))
}

const done = { type: 'python-done', missing: [], files: [], leftOut: 0 }

const run = (code = '1') =>
  runPython({ code, inputs: [], onOutput: () => {}, signal: new AbortController().signal })

describe('runPython', () => {
  it('stops a block that waits for another block', async () => {
    const first = run('1')
    const stop = new AbortController()
    const waiting = runPython({ code: '2', inputs: [], onOutput: () => {}, signal: stop.signal })
    stop.abort(new Error('Stopped.'))
    await expect(waiting).rejects.toThrow('Stopped.')
    await sayInFrame(done)
    await first
  })

  it('ends code that runs longer than 30 seconds, even if it reports its start again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const failure = run('while True: pass').catch(String)
    await sayInFrame({ type: 'python-started' })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(document.querySelector('iframe')).not.toBeNull()
    await sayInFrame({ type: 'python-started' })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(await failure).toContain('The code ran longer than 30 seconds')
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('throws an error if Python does not start', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const failure = run().catch(String)
    await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull())
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await failure).toContain('Python did not start in time.')
  })

  it('loads only packages that an admin has added, and returns the pictures of the code', async () => {
    const running = run('import matplotlib, pandas')
    await sayInFrame({ type: 'python-needs', files: [wheel, 'pandas-3.0-py3-none-any.whl'] })
    await vi.waitFor(() => expect(requested.some((path) => path.endsWith(wheel))).toBe(true))
    expect(requested.some((path) => path.includes('pandas'))).toBe(false)
    const files = [{ name: 'plot.png', bytes: new Uint8Array([1]).buffer }]
    await sayInFrame({ ...done, missing: ['pandas'], files })
    expect(await running).toMatchObject({ missing: ['pandas'], files: [{ name: 'plot.png' }] })
  })
})

describe('startPython', () => {
  it('keeps the beginning of an endless output', async () => {
    const code = 'while True: print("x")'
    const running = startPython(code, [])
    await sayInFrame({ type: 'python-started' })
    const read = () => pythonRuns.getState().byCode.get(code)?.output ?? ''
    for (let at = 0; at < 10; at++) {
      await sayInFrame({ type: 'python-output', words: `${at}`.repeat(100_000) })
    }
    await vi.waitFor(() => expect(read()).toHaveLength(210_000))
    expect(read().at(-1)).toBe('2')
    await sayInFrame(done)
    await running
    expect(pythonRuns.getState().byCode.get(code)?.state).toBe('done')
  })
})
