import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ToolQuestion } from '#contract/chat/tool-question.ts'
import { defineTool, ToolError, type Tool } from './tool.ts'

/** Time in milliseconds within which an open page of the chat must have run the code. */
const waitMs = 3 * 60_000
const codeLengthMax = 50_000
const outputMax = 10_000
const picturesMax = 4

type PythonToolOptions = {
  readPicture: (id: string) => Promise<Uint8Array | undefined>
}

const fields: NonNullable<ToolQuestion['fields']> = [
  { name: 'output', label: 'Output', kind: 'text', max: outputMax, isRequired: false },
  { name: 'pictures', label: 'Pictures', kind: 'text', max: 400, isRequired: false },
]

/**
 * Creates the tool with which a model runs Python. The code runs in the browser of the person, so
 * it reaches neither the files nor the network of the server.
 */
export const createPythonTool = ({ readPicture }: PythonToolOptions): Tool =>
  defineTool({
    name: 'run_python',
    title: 'Python',
    description:
      'Runs Python 3 without network for up to 30 seconds. Returns what it prints and the value of the last expression. ' +
      'The attachments of the chat are files in the working folder. Each call starts anew, so import and define everything again. ' +
      'The standard library is always there; numpy, pandas and matplotlib only if the server has them. ' +
      'Figures of matplotlib and pictures that the code saves are shown to the person.',
    effect: 'reads',
    timeoutMs: waitMs + 10_000,
    input: z.object({ code: z.string().min(1).max(codeLengthMax).describe('A complete program.') }),
    run: async ({ code }, { ask, signal }) => {
      if (!ask) throw new ToolError('Python runs only in a chat that is open in a browser.')
      const ended = new AbortController()
      const asked = ask({ from: 'Python', message: 'Run this code', fields, python: { code } })
      const answer = await Promise.race([
        asked,
        sleep(waitMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) }),
      ]).finally(() => ended.abort())
      if (!answer) {
        throw new ToolError(
          'No browser has run the code: the chat was not open. Ask the person to open it.',
        )
      }
      if (answer.action !== 'accept') throw new ToolError('The person has stopped the code.')
      const { output = '', pictures = '' } = answer.content ?? {}
      const ids = String(pictures).split(',').filter(Boolean).slice(0, picturesMax)
      const read = await Promise.all(ids.map(async (id) => readPicture(id)))
      return {
        text: output === '' ? 'The code has ended without output.' : String(output),
        pictures: read.flatMap((bytes, at) =>
          bytes ? [{ bytes, name: `figure-${at + 1}.png` }] : [],
        ),
      }
    },
  })
