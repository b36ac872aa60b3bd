import { describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import type { Task } from '#contract/tasks.ts'
import { remainingMs, queueEtas, describePosition, usualOf } from './task-eta.ts'

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
const usual = usualOf(
  [{ modelId: 'local/a', count: 4, totalMs: 10_000, stages: [{ stage: 'End', leftMs: 2_000 }] }],
  [
    { id: 'local/a', expectedSeconds: 3 },
    { id: 'local/said', expectedSeconds: 20 },
    { id: 'local/unknown' },
  ] as Model3d[],
)

describe('usualOf', () => {
  it('prefers what was measured, then what the schema says, and else knows nothing', () => {
    expect(usual.totalMs('local/a')).toBe(10_000)
    expect(usual.totalMs('local/said')).toBe(20_000)
    expect(usual.totalMs('local/unknown')).toBeUndefined()
  })
})

describe('leftMsOf', () => {
  it('counts from the stage where that was seen to begin, and else from the start', () => {
    const late = running('a', 30_000, { stage: 'End' })
    expect(remainingMs(late, { usual, nowMs, stageAgeMs: 500 })).toBe(1_500)
    expect(remainingMs(late, { usual, nowMs })).toBe(0)
    expect(remainingMs(running('b', 4_000), { usual, nowMs })).toBe(6_000)
    const unknown = running('c', 1, { modelId: 'local/unknown' })
    expect(remainingMs(unknown, { usual, nowMs })).toBeUndefined()
  })
})

const etaOf = (tasks: Task[]) => {
  const etas = queueEtas(tasks.toReversed(), usual, nowMs)
  return tasks.filter(({ status }) => status === 'queued').map(({ id }) => etas.get(id))
}

describe('queueEtas', () => {
  it('adds up what is before a task', () => {
    expect(etaOf([running('a', 4_000), task('b'), task('c')])).toEqual([16_000, 26_000])
  })

  it('counts on as many at once as are running', () => {
    const tasks = [running('a', 4_000), running('b', 9_000), task('c'), task('d')]
    expect(etaOf(tasks)).toEqual([11_000, 16_000])
  })

  it('knows nothing behind a task that nobody can estimate, and nothing of another provider', () => {
    const tasks = [running('a', 1, { modelId: 'local/unknown' }), task('b')]
    expect(etaOf(tasks)).toEqual([undefined])
    expect(etaOf([running('a', 4_000, { modelId: 'other/x' }), task('b')])).toEqual([10_000])
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
  ])('says %s as “%s”', (position, said) => expect(describePosition(position)).toBe(said))
})
