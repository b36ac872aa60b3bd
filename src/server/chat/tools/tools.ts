import type { ChatTool } from '#contract/chat/settings.ts'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import type { CalledTool } from './called-tool.ts'
import { calculator } from './calculator.ts'
import { createDateTimeTool } from './date-time.ts'
import { createMemoryTool } from './remember.ts'
import { createManualTool } from './search-manual.ts'
import type { Source } from '#contract/chat/chat.ts'
import { isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { signalWithin } from '../../process/signal-within.ts'
import {
  ToolError,
  type CallPermission,
  type Tool,
  type ToolContext,
  type ToolResult,
} from './tool.ts'
import { createWebTools } from './web/web-tools.ts'

const resultLengthMax = 32_000

const timeoutMsDefault = 60_000
const priceTimeoutMs = 12_000
/** Maximum number of pictures in a tool result, because each picture costs tokens. */
const picturesMax = 4

type Outcome = {
  call: CalledTool
  sources: Source[]
  pictures: { bytes: Uint8Array; name: string }[]
}

/** Properties of a tool that has this name, without the ability to call it. */
export type KnownTool = Pick<Tool, 'allowedAs' | 'effect' | 'isRepeatable'>

/** Lists all tools of the server. A caller has to `pick` tools before they can be called. */
export type Toolbox = {
  list: () => ChatTool[]
  describe: (name: string) => KnownTool | undefined
  pick: (names: readonly string[]) => RunTools
}

/**
 * The tools that were offered to the model for one answer. A call of any other tool fails, even if
 * the server has that tool.
 */
export type RunTools = {
  names: readonly string[]
  offered: object[]
  find: (name: string) => Tool | undefined
  checkPermission: (name: string, given: string, signal: AbortSignal) => Promise<CallPermission>
  run: (call: CalledTool, context: Omit<ToolContext, 'orderId'>) => Promise<Outcome>
}

type ToolboxOptions = {
  clock?: () => Date
  web?: Parameters<typeof createWebTools>[0]
  memory?: Parameters<typeof createMemoryTool>[0]
  more?: () => readonly Tool[]
}

/**
 * Creates the toolbox with all tools that a model may call.
 * @param options.web If absent, no web tools are offered.
 * @param options.memory If absent, the model cannot store facts.
 */
export function createToolbox({
  clock = () => new Date(),
  web,
  memory,
  more = () => [],
}: ToolboxOptions = {}): Toolbox {
  const own = [
    createDateTimeTool(clock),
    calculator,
    createManualTool(),
    ...(web ? createWebTools(web) : []),
    ...(memory ? [createMemoryTool(memory)] : []),
  ]
  const all = () => [
    ...new Map([...own, ...more()].map((tool): [string, Tool] => [tool.name, tool])).values(),
  ]
  const offered = () => all().filter(({ isOffered }) => isOffered?.() ?? true)

  return {
    list: () =>
      offered().map(({ name, title, description, parameters, from, allowedAs }) => ({
        name,
        title,
        description,
        parameters,
        ...(from !== undefined && { from }),
        ...(allowedAs !== undefined && { allowedAs }),
      })),
    describe: (name) => all().find((tool) => tool.name === name),
    pick: (names) => createRunTools(offered().filter(({ name }) => names.includes(name))),
  }
}

function createRunTools(tools: readonly Tool[]): RunTools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    names: [...byName.keys()],
    offered: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    find: (name) => byName.get(name),
    checkPermission: (name, given, signal) => decidePermission(byName.get(name), given, signal),
    run: (call, context) => runTool(byName.get(call.name), call, context),
  }
}

export const noTools: RunTools = createRunTools([])

async function decidePermission(
  tool: Tool | undefined,
  given: string,
  signal: AbortSignal,
): Promise<CallPermission> {
  if (!tool) return { asks: false }
  const usual = { asks: tool.effect !== 'reads' }
  if (!tool.checkPermission) return usual
  try {
    return await tool.checkPermission(parseArguments(given), signalWithin(priceTimeoutMs, signal))
  } catch (error) {
    // A call with invalid arguments needs no permission, because the call fails.
    return error instanceof ToolError ? { asks: false } : usual
  }
}

async function runTool(
  tool: Tool | undefined,
  call: CalledTool,
  context: Omit<ToolContext, 'orderId'>,
): Promise<Outcome> {
  const startedMs = performance.now()
  const end = (
    status: 'done' | 'failed',
    text: string,
    { sources = [], pictures = [], assetIds, structured, ...app }: Omit<ResultParts, 'text'> = {},
  ): Outcome => {
    return {
      call: {
        ...call,
        status,
        result: cutText(text, resultLengthMax),
        durationMs: tenth(performance.now() - startedMs),
        ...(assetIds && { assetIds }),
        ...(structured && JSON.stringify(structured).length <= resultLengthMax && { structured }),
        ...(app.hasApp && { hasApp: true }),
        ...(app.appMeta && { appMeta: app.appMeta }),
      },
      sources,
      pictures: pictures.slice(0, picturesMax),
    }
  }
  if (!tool) return end('failed', `There is no tool “${cutText(call.name, 100)}”.`)
  const signal = signalWithin(tool.timeoutMs ?? timeoutMsDefault, context.signal)
  try {
    const { orderId = newId() } = call
    const run = async () =>
      tool.run(parseArguments(call.arguments), { ...context, orderId, signal })
    const result = await Promise.race([run(), fired(signal)])
    if (result === undefined) return end('failed', 'The tool took too long and was stopped.')
    return typeof result === 'string' ? end('done', result) : end('done', result.text, result)
  } catch (error) {
    if (signal.aborted && !context.signal.aborted) {
      return end('failed', 'The tool took too long and was stopped.')
    }
    if (error instanceof ToolError) return end('failed', error.message)
    if (error instanceof HttpError && error.code !== 'internal') {
      return end('failed', error.message)
    }
    if (!context.signal.aborted) console.error(`The tool ${call.name} failed.`, error)
    return end('failed', 'The tool failed.')
  }
}

type ResultParts = Exclude<ToolResult, string>

/**
 * Resolves when the signal is aborted. Some tools ignore the signal, so the caller must not wait
 * for them.
 */
const fired = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

const tenth = (ms: number) => Math.round(ms * 10) / 10

/**
 * Parses the arguments of a tool call. Some models send an empty string instead of no arguments.
 * @throws {ToolError}
 */
function parseArguments(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw new ToolError('The arguments are not valid JSON.', { cause })
  }
  if (!isRecord(given)) {
    throw new ToolError('The arguments must be a JSON object.')
  }
  return given
}
