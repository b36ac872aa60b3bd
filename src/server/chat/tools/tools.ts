import type { ChatTool } from '#contract/chat-settings.ts'
import { cutText } from '#lib/cut-text.ts'
import type { CalledTool } from './called-tool.ts'
import { calculator } from './calculator.ts'
import { createDateTimeTool } from './date-time.ts'
import { createManualTool } from './search-manual.ts'
import { ToolError, type Tool } from './tool.ts'

/** Longest result, in UTF-16 units. */
const resultLengthMax = 32_000

export type Toolbox = {
  /** For a person to choose from. */
  list: () => ChatTool[]
  /** Those of the names that exist, as services want them. */
  offer: (names: readonly string[]) => object[]
  has: (name: string) => boolean
  /** The call with what it gave. Never throws. */
  run: (call: CalledTool) => CalledTool
}

/** The tools that are built in. All of them are quick, and change nothing. */
export function createToolbox({ clock = () => new Date() }: { clock?: () => Date } = {}): Toolbox {
  const tools = new Map<string, Tool>(
    [createDateTimeTool(clock), calculator, createManualTool()].map((tool) => [tool.name, tool]),
  )

  return {
    list: () =>
      [...tools.values()].map(({ name, title, description, parameters }) => ({
        name,
        title,
        description,
        parameters,
      })),
    offer: (names) =>
      [...tools.values()]
        .filter(({ name }) => names.includes(name))
        .map(({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
    has: (name) => tools.has(name),
    run(call) {
      const startedMs = performance.now()
      const end = (status: 'done' | 'failed', result: string): CalledTool => ({
        ...call,
        status,
        result: cutText(result, resultLengthMax),
        durationMs: tenth(performance.now() - startedMs),
      })
      const tool = tools.get(call.name)
      if (!tool) return end('failed', `There is no tool “${cutText(call.name, 100)}”.`)
      try {
        return end('done', tool.run(parseArguments(call.arguments)))
      } catch (error) {
        if (error instanceof ToolError) return end('failed', error.message)
        console.error(`The tool ${call.name} failed.`, error)
        return end('failed', 'The tool failed.')
      }
    },
  }
}

/** A tenth of a millisecond is all that anybody wants to know. */
const tenth = (ms: number) => Math.round(ms * 10) / 10

/** Some models write nothing at all for no arguments. @throws {ToolError} */
function parseArguments(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw new ToolError('The arguments are not valid JSON.', { cause })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ToolError('The arguments must be a JSON object.')
  }
  return given as Record<string, unknown>
}
