import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { CalledTool } from './called-tool.ts'
import { evaluate } from './evaluate.ts'
import { createMemoryTool } from './remember.ts'
import { defineTool, ToolError, type Tool, type ToolResult } from './tool.ts'
import { toolContext } from './tool-context.fixture.ts'
import { createToolbox } from './tools.ts'

const toolbox = createToolbox({ clock: () => new Date('2026-02-03T10:20:30Z') })
const call = (name: string, given: string): CalledTool => ({
  index: 0,
  round: 0,
  upstreamId: 'call-1',
  name,
  arguments: given,
  status: 'running',
  at: { text: 0, reasoning: 0 },
})

describe('evaluate', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['-2^2', -4],
    ['2^3^2', 512],
    ['(1+2)*-(3-5)', 6],
    ['10 % 4 / 2', 1],
    ['sqrt(16) + max(1, 2, 3)', 7],
    ['2 ** 10 × .5', 512],
    ['log10(1e3) + 1.5E-1', 3.15],
    ['round(pi * 100) / 100', 3.14],
  ])('computes %s = %d', (expression, value) => {
    expect(evaluate(expression)).toBeCloseTo(value, 12)
  })

  it.each(['', '1 +', '1 1', 'foo(1)', 'constructor', '1/0', 'sqrt(-1)', '(1', '9**999', '1;2'])(
    'throws a readable error for %s',
    (expression) => {
      expect(() => evaluate(expression)).toThrow(ToolError)
    },
  )

  it('refuses deeply nested expressions instead of overflowing the stack', () => {
    expect(() => evaluate('('.repeat(500))).toThrow('nested too deeply')
    expect(() => evaluate('2^'.repeat(400))).toThrow('nested too deeply')
  })
})

describe('createToolbox', () => {
  it('returns the requested tools that exist', () => {
    expect(toolbox.pick(['calculate', 'rm']).offered).toMatchObject([
      { type: 'function', function: { name: 'calculate' } },
    ])
  })

  it.each([
    ['current_date_time', '{"time_zone":"Asia/Tokyo"}', 'done', '19:20:30'],
    ['current_date_time', '', 'done', '2026-02-03T10:20:30.000Z'],
    ['current_date_time', '{"time_zone":"Mars"}', 'failed', 'no time zone'],
    ['calculate', '{"expression":"6*7"}', 'done', '6*7 = 42'],
    ['calculate', '{"expression":"0.1+0.2"}', 'done', '= 0.3'],
    ['calculate', '{"expression', 'failed', 'not valid JSON'],
    ['calculate', '[]', 'failed', 'JSON object'],
    ['search_manual', '{"query":"How do I back up my data?"}', 'done', 'data folder'],
    ['search_manual', '{"query":"xyzzy"}', 'done', 'has nothing'],
    ['delete_everything', '{}', 'failed', 'no tool'],
  ])('runs a call of %s with the arguments %s', async (name, given, status, result) => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValue(112.34)
    const context = { ...toolContext(), signal: new AbortController().signal }
    const { call: answered } = await toolbox.pick([name]).run(call(name, given), context)
    const { durationMs, ...done } = answered
    vi.restoreAllMocks()
    expect(done).toMatchObject({ status, result: expect.stringContaining(result) })
    expect(durationMs).toBe(12.3)
  })
})

const getStructured = async (name: string, given: object) =>
  (await toolbox.pick([name]).run(call(name, JSON.stringify(given)), toolContext())).call.structured

describe('structured results of tools', () => {
  it('contain what the built-in tools compute, or find in the manual', async () => {
    expect(await getStructured('calculate', { expression: '0.1+0.2' })).toEqual({
      value: 0.3,
    })
    expect(await getStructured('current_date_time', { time_zone: 'Asia/Tokyo' })).toMatchObject({
      utc: '2026-02-03T10:20:30.000Z',
      local: expect.stringContaining('19:20:30') as string,
      timeZone: 'Asia/Tokyo',
    })
    expect(await getStructured('search_manual', { query: 'How do I back up my data?' })).toEqual({
      sections: expect.arrayContaining([
        {
          page: expect.any(String) as string,
          heading: expect.any(String) as string,
          body: expect.stringContaining('data folder') as string,
        },
      ]) as object[],
    })
    expect(await getStructured('search_manual', { query: 'xyzzy' })).toEqual({
      sections: [],
    })
  })

  it('contain a remembered entry with the id that is needed to delete it', async () => {
    const put = vi.fn<(id: string, fact: string) => Promise<void>>(() => Promise.resolve())
    const memory = createMemoryTool({ isOn: () => true, put: put as never })
    const result = await memory.run({ fact: ' Likes round edges. ' }, toolContext())
    const fact = 'Likes round edges.'
    expect(put.mock.calls).toEqual([[expect.any(String), fact]])
    expect(result).toMatchObject({ structured: { id: put.mock.calls[0]?.[0], fact } })
    await expect((async () => memory.run({ fact: ' ' }, toolContext()))()).rejects.toThrow(
      ToolError,
    )
  })
})

const runOne = async (tool: Partial<Tool> & Pick<Tool, 'run'>) => {
  const usual = { name: 'one', title: 'One', description: '', parameters: {} }
  const more = () => [{ ...usual, effect: 'reads' as const, ...tool }]
  return (await createToolbox({ more }).pick(['one']).run(call('one', '{}'), toolContext())).call
}

const give = (structured: Record<string, unknown>) =>
  runOne(
    defineTool({
      name: 'one',
      title: 'One',
      description: '',
      effect: 'reads',
      input: z.object({}),
      output: z.object({ triangles: z.number() }),
      run: () => ({ text: 'Words.', structured }),
    }),
  )

describe('tool call', () => {
  it('is aborted and reported to the model if it takes too long, even if the tool ignores the abort signal', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    // Shortens timeouts by a factor of 1,000.
    const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 1_000))
    onTestFinished(() => clock.mockRestore())
    const signals: AbortSignal[] = []
    const run = (_given: object, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise<ToolResult>(() => {})
    }
    const stopped = { status: 'failed', result: 'The tool took too long and was stopped.' }
    expect(await runOne({ run })).toMatchObject(stopped)
    expect(await runOne({ run, timeoutMs: 90_000 })).toMatchObject(stopped)
    expect(clock.mock.calls).toEqual([[60_000], [90_000]])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('returns at most 32,000 characters, and drops a longer structured result', async () => {
    const long = 'x'.repeat(40_000)
    const { result, structured } = await runOne({
      run: () => ({ text: long, structured: { long } }),
    })
    expect(result).toHaveLength(32_000)
    expect(structured).toBeUndefined()
    const short = await runOne({ run: () => ({ text: '', structured: { long: 'x' } }) })
    expect(short.structured).toEqual({ long: 'x' })
  })

  it('drops structured results that do not match the schema and keeps the text', async () => {
    const noted = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => noted.mockRestore())
    expect(await give({ triangles: 12, more: 'not said' })).toMatchObject({
      status: 'done',
      structured: { triangles: 12 },
    })
    expect(noted).not.toHaveBeenCalled()
    const wrong = await give({ triangles: 'many' })
    expect(wrong).toMatchObject({ status: 'done', result: 'Words.' })
    expect(wrong.structured).toBeUndefined()
    expect(noted).toHaveBeenCalled()
  })
})
