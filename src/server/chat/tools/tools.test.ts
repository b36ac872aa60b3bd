import { describe, expect, it, vi } from 'vitest'
import type { CalledTool } from './called-tool.ts'
import { evaluate } from './evaluate.ts'
import { ToolError } from './tool.ts'
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
  ])('finds that %s is %d', (expression, value) => {
    expect(evaluate(expression)).toBeCloseTo(value, 12)
  })

  it.each(['', '1 +', '1 1', 'foo(1)', 'constructor', '1/0', 'sqrt(-1)', '(1', '9**999', '1;2'])(
    'refuses %s in words',
    (expression) => {
      expect(() => evaluate(expression)).toThrow(ToolError)
    },
  )

  it('refuses what is nested without end instead of running out of stack', () => {
    expect(() => evaluate('('.repeat(500))).toThrow('nested too deeply')
    expect(() => evaluate('2^'.repeat(400))).toThrow('nested too deeply')
  })
})

describe('the toolbox', () => {
  it('offers what is asked for and exists', () => {
    expect(toolbox.offer(['calculate', 'rm'])).toMatchObject([
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
  ])('answers %s %s', async (name, given, status, result) => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValue(112.34)
    const context = { ...toolContext(), signal: new AbortController().signal }
    const { call: answered } = await toolbox.run(call(name, given), context)
    const { durationMs, ...done } = answered
    vi.restoreAllMocks()
    expect(done).toMatchObject({ status, result: expect.stringContaining(result) })
    expect(durationMs).toBe(12.3)
  })
})
