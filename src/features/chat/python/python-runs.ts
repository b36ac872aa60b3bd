import { createStore } from 'zustand'
import type { Attachment } from '#contract/chat/chat.ts'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import type { PythonResult } from './run-python.ts'

export type PythonRun = {
  state: 'starting' | 'running' | 'done' | 'stopped'
  output: string
  failure?: string
  result?: PythonResult
  stop: () => void
}

const runsMax = 30
/** Maximum length of the output of a block, in UTF-16 units. */
const outputMax = 210_000

/**
 * The results, by the code of the block. Kept outside the component, which unmounts when its block
 * is out of sight.
 */
export const pythonRuns = createStore<{ byCode: ReadonlyMap<string, PythonRun> }>(() => ({
  byCode: new Map(),
}))

function change(code: string, changed: Partial<PythonRun>): void {
  pythonRuns.setState(({ byCode }) => {
    const before = byCode.get(code)
    if (!before) return { byCode }
    return { byCode: new Map(byCode).set(code, { ...before, ...changed }) }
  })
}

export async function startPython(code: string, attachments: readonly Attachment[]): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  pythonRuns.setState(({ byCode }) => {
    const others = [...byCode].filter(([known]) => known !== code).slice(1 - runsMax)
    const run: PythonRun = { state: 'starting', output: '', stop: () => controller.abort() }
    return { byCode: new Map([...others, [code, run]]) }
  })
  let unshown = ''
  let frame = 0
  // Thousands of printed lines would otherwise cause as many renders.
  const showOutput = () => {
    cancelAnimationFrame(frame)
    frame = 0
    const { output = '' } = pythonRuns.getState().byCode.get(code) ?? {}
    if (output.length < outputMax) {
      change(code, { output: (output + unshown).slice(0, outputMax) })
    }
    unshown = ''
  }
  try {
    const [{ runPython }, { loadChatFiles }] = await Promise.all([
      import('./run-python.ts'),
      import('./chat-files.ts'),
    ])
    const inputs = await loadChatFiles(attachments, signal)
    const result = await runPython({
      code,
      inputs,
      signal,
      onStarted: () => change(code, { state: 'running' }),
      onOutput: (words) => {
        if (unshown.length < outputMax) unshown += words
        frame ||= requestAnimationFrame(showOutput)
      },
    })
    showOutput()
    change(code, { state: 'done', result })
  } catch (error) {
    showOutput()
    change(
      code,
      isAbort(error) ? { state: 'stopped' } : { state: 'done', failure: explainError(error) },
    )
  }
}
