import type { ChatTool } from '#contract/chat-settings.ts'
import { cutText } from '#lib/cut-text.ts'
import type { CalledTool } from './called-tool.ts'
import { calculator } from './calculator.ts'
import { createDateTimeTool } from './date-time.ts'
import { createMemoryTool } from './remember.ts'
import { createManualTool } from './search-manual.ts'
import type { Source } from '#contract/chat.ts'
import { HttpError } from '../../errors/http-error.ts'
import { ToolError, type Tool, type ToolContext } from './tool.ts'
import { createWebTools } from './web/web-tools.ts'

/** Longest result, in UTF-16 units. */
const resultLengthMax = 32_000

export type Toolbox = {
  /** For a person to choose from. */
  list: () => ChatTool[]
  /** Those of the names that exist, as services want them. */
  offer: (names: readonly string[]) => object[]
  has: (name: string) => boolean
  /** The call with what it gave. Never throws. */
  run: (call: CalledTool, context: ToolContext) => Promise<{ call: CalledTool; sources: Source[] }>
}

/**
 * The tools that are built in. None changes anything, save what adds to the memory.
 *
 * @param options.web absent: nothing of the web is offered.
 * @param options.memory absent: nothing can be remembered.
 */
export function createToolbox({
  clock = () => new Date(),
  web,
  memory,
}: {
  clock?: () => Date
  web?: Parameters<typeof createWebTools>[0]
  memory?: Parameters<typeof createMemoryTool>[0]
} = {}): Toolbox {
  const all = [
    createDateTimeTool(clock),
    calculator,
    createManualTool(),
    ...(web ? createWebTools(web) : []),
    ...(memory ? [createMemoryTool(memory)] : []),
  ]
  const tools = new Map<string, Tool>(all.map((tool) => [tool.name, tool]))
  const offered = () => all.filter(({ isOffered }) => isOffered?.() ?? true)

  return {
    list: () =>
      offered().map(({ name, title, description, parameters }) => ({
        name,
        title,
        description,
        parameters,
      })),
    offer: (names) =>
      offered()
        .filter(({ name }) => names.includes(name))
        .map(({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
    has: (name) => tools.has(name),
    async run(call, context) {
      const startedMs = performance.now()
      const end = (status: 'done' | 'failed', result: string, sources: Source[] = []) => ({
        call: {
          ...call,
          status,
          result: cutText(result, resultLengthMax),
          durationMs: tenth(performance.now() - startedMs),
        },
        sources,
      })
      const tool = tools.get(call.name)
      if (!tool) return end('failed', `There is no tool “${cutText(call.name, 100)}”.`)
      try {
        const result = await tool.run(parseArguments(call.arguments), context)
        return typeof result === 'string'
          ? end('done', result)
          : end('done', result.text, result.sources)
      } catch (error) {
        if (error instanceof ToolError) return end('failed', error.message)
        if (error instanceof HttpError && error.code !== 'internal') {
          return end('failed', error.message)
        }
        if (!context.signal.aborted) console.error(`The tool ${call.name} failed.`, error)
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
