import { describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import type { Task } from '#contract/tasks.ts'
import { remainingMs, queueEtas, describePosition } from './queue-eta.ts'
import { createDurationEstimates } from './task-eta.ts'

const nowMs = Date.parse('2026-11-20T10:00:00Z')
const task = (id: string, over: Partial<Task> = {}): Task => ({
  id: id.padEnd(20, '0'),
  modelId: 'local/a',
  params: {},
  status: 'queued',
  createdAt: '2026-11-20T09:59:00.000Z',
  ...over,
})
const running = (id: string, sinceMs: number, over: Partial<Task> = {}) =>
  task(id, { status: 'running', startedAt: new Date(nowMs - sinceMs).toISOString(), ...over })
const usual = createDurationEstimates(
  [
    {
      modelId: 'local/a',
      runs: [{ params: {}, totalMs: 10_000, stages: [{ stage: 'End', leftMs: 2_000 }] }],
    },
  ],
  [
    { id: 'local/a', expectedSeconds: 3 },
    { id: 'local/said', expectedSeconds: 20, stages: ['Begin', 'End'] },
    { id: 'local/unknown' },
  ] as Model3d[],
)

describe('createDurationEstimates', () => {
  it('prefers measured durations over the estimate in the schema, and returns undefined without both', () => {
    expect(usual.totalMs({ modelId: 'local/a' })).toBe(10_000)
    expect(usual.totalMs({ modelId: 'local/said' })).toBe(20_000)
    expect(usual.totalMs({ modelId: 'local/unknown' })).toBeUndefined()
  })

  it('names the measured stages, or else those that the model lists', () => {
    expect(usual.stageNames({ modelId: 'local/a' })).toEqual(['End'])
    expect(usual.stageNames({ modelId: 'local/said' })).toEqual(['Begin', 'End'])
    expect(usual.stageNames({ modelId: 'local/unknown' })).toEqual([])
  })
})

const run = (totalMs: number, params: Record<string, number | string>, over = {}) => ({
  params,
  totalMs,
  stages: [],
  ...over,
})
const fast = Array.from({ length: 6 }, () => run(2_000, { texture_size: 512, seed: 1 }))
const slow = Array.from({ length: 5 }, (_, seed) => run(15_000, { texture_size: 2048, seed }))
const learnt = createDurationEstimates([{ modelId: 'local/a', runs: [...fast, ...slow] }], [])

const withTexture = (texture_size: number) =>
  learnt.totalMs({ modelId: 'local/a', params: { texture_size, seed: 9 } })
const left = (sinceMs: number) => remainingMs(running('a', sinceMs), { usual, nowMs })

describe('estimate of a task’s duration', () => {
  it('is a range without the fastest and the slowest of five similar tasks', () => {
    const runs = [9_000, 4_000, 60_000, 5_000, 1_000].map((totalMs) => run(totalMs, {}))
    const { rangeMs } = createDurationEstimates([{ modelId: 'local/a', runs }], [])
    expect(rangeMs({ modelId: 'local/a' })).toEqual([4_000, 9_000])
    expect(rangeMs({ modelId: 'local/b' })).toBeUndefined()
  })

  it('uses tasks with similar settings, whatever their seeds', () => {
    expect(withTexture(512)).toBe(2_000)
    expect(withTexture(2048)).toBe(15_000)
    expect(withTexture(4096)).toBe(15_000)
  })

  it('takes the size and transparency of the picture into account', () => {
    const cutOut = Array.from({ length: 5 }, () => run(3_000, {}, { pixels: 1e6, hasAlpha: true }))
    const photo = Array.from({ length: 5 }, () => run(9_000, {}, { pixels: 1e6, hasAlpha: false }))
    const large = Array.from({ length: 5 }, () => run(20_000, {}, { pixels: 2e7, hasAlpha: false }))
    const seen = createDurationEstimates(
      [{ modelId: 'local/a', runs: [...cutOut, ...photo, ...large] }],
      [],
    )
    const totalMs = (sidePx: number, hasAlpha: boolean) =>
      seen.totalMs({
        modelId: 'local/a',
        params: {},
        picture: { widthPx: sidePx, heightPx: sidePx, hasAlpha },
      })
    expect([totalMs(1000, true), totalMs(1000, false), totalMs(4500, false)]).toEqual([
      3_000, 9_000, 20_000,
    ])
  })

  it('calls a task slow only if it clearly exceeds the estimate', () => {
    expect([left(9_000), left(10_500), left(14_900)]).toEqual([1_000, 0, 0])
    expect(left(16_000)).toBeLessThan(0)
  })
})

describe('remainingMs', () => {
  it('counts from the start of the stage if it was observed, else from the start of the task', () => {
    const late = running('a', 30_000, { stage: 'End' })
    expect(remainingMs(late, { usual, nowMs, stageAgeMs: 500 })).toBe(1_500)
    expect(remainingMs(late, { usual, nowMs })).toBe(-20_000)
    expect(remainingMs(running('b', 4_000), { usual, nowMs })).toBe(6_000)
    const unknown = running('c', 1, { modelId: 'local/unknown' })
    expect(remainingMs(unknown, { usual, nowMs })).toBeUndefined()
  })
})

const estimateById = (tasks: Task[]) => {
  const etas = queueEtas(tasks.toReversed(), usual, nowMs)
  return tasks.filter(({ status }) => status === 'queued').map(({ id }) => etas.get(id))
}

describe('queueEtas', () => {
  it('adds the durations of earlier tasks', () => {
    expect(estimateById([running('a', 4_000), task('b'), task('c')])).toEqual([16_000, 26_000])
  })

  it('assumes that the provider runs as many tasks at once as now', () => {
    const tasks = [running('a', 4_000), running('b', 9_000), task('c'), task('d')]
    expect(estimateById(tasks)).toEqual([11_000, 16_000])
  })

  it('returns undefined after a task without an estimate of the same provider', () => {
    const tasks = [running('a', 1, { modelId: 'local/unknown' }), task('b')]
    expect(estimateById(tasks)).toEqual([undefined])
    expect(estimateById([running('a', 4_000, { modelId: 'other/x' }), task('b')])).toEqual([10_000])
  })
})

describe('describePosition', () => {
  it.each([
    [undefined, 'Waiting in the queue'],
    [0, 'Next in line'],
    [1, '2nd in line'],
    [2, '3rd in line'],
    [10, '11th in line'],
    [11, '12th in line'],
    [21, '22nd in line'],
    [110, '111th in line'],
  ])('formats %s as “%s”', (position, said) => expect(describePosition(position)).toBe(said))
})
