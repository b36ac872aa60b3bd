import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { mergeTasks, withEvent, withTask, workedMs } from './task-list.ts'

const task = (id: string, over: Partial<Task> = {}): Task => ({
  id,
  modelId: 'local/image-to-3d',
  params: {},
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  ...over,
})
const done = (id: string, seconds: number) =>
  task(id, {
    status: 'completed',
    finishedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1000).toISOString(),
  })

describe('withTask', () => {
  it('adds a new task at the front and replaces a known task at its position', () => {
    const tasks = withTask([task('b'), task('a')], task('c'))
    expect(tasks.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(withTask(tasks, task('b', { stage: 'x' }))[1]?.stage).toBe('x')
  })

  it('drops old tasks that have ended, but no running or waiting task', () => {
    let tasks: Task[] = []
    for (let at = 0; at < 60; at++) {
      const id = `t${String(at).padStart(4, '0')}`
      tasks = withTask(tasks, at < 10 ? task(id, { status: 'queued' }) : done(id, 1))
    }
    expect(tasks.filter(({ status }) => status === 'queued')).toHaveLength(10)
    expect(tasks.filter(({ status }) => status === 'completed')).toHaveLength(48)
  })
})

describe('withEvent', () => {
  it('keeps the address of the preview only while the task runs', () => {
    const previewUrl = '/api/tasks/a/preview'
    const shown = withEvent([task('a')], 'a', { type: 'task-progress', previewUrl })
    const later = withEvent(shown, 'a', { type: 'task-progress', progress: 0.5 })
    expect(later[0]?.previewUrl).toBe(previewUrl)
    const [over] = withEvent(later, 'a', { type: 'task-end', task: done('a', 1) })
    expect(over?.previewUrl).toBeUndefined()
  })

  it('updates the progress, and treats the first progress event as the start of the task', () => {
    const queued = task('a', { status: 'queued', queuePosition: 2 })
    const [moved] = withEvent([queued], 'a', {
      type: 'task-progress',
      stage: 'Cutting out',
      progress: 0.4,
    })
    expect(moved).toMatchObject({ status: 'running', stage: 'Cutting out', progress: 0.4 })
    expect(moved).not.toHaveProperty('queuePosition')
  })

  it('ignores progress that is older than the known progress', () => {
    const tasks = [task('a', { progress: 0.6 })]
    const [moved] = withEvent(tasks, 'a', { type: 'task-progress', progress: 0.2 })
    expect(moved?.progress).toBe(0.6)
    const over = withEvent([done('a', 1)], 'a', { type: 'task-progress', progress: 0.9 })
    expect(over[0]?.status).toBe('completed')
    const late = withEvent([done('a', 1)], 'a', { type: 'task-state', task: task('a') })
    expect(late[0]?.status).toBe('completed')
  })

  it('does not add a task because of a progress event', () => {
    expect(withEvent([], 'a', { type: 'task-progress', progress: 1 })).toEqual([])
  })
})

describe('mergeTasks', () => {
  it('uses the server’s list, but keeps newer events of a stream', () => {
    const merged = mergeTasks([done('a', 1), task('gone')], [task('b'), task('a')])
    expect(merged.map(({ id, status }) => [id, status])).toEqual([
      ['b', 'running'],
      ['a', 'completed'],
    ])
  })
})

describe('workedMs', () => {
  it('counts from the start of work, without the time in the queue', () => {
    expect(workedMs(done('a', 2.5), 0)).toBe(2500)
    const { startedAt: _none, ...waiting } = task('a', { status: 'queued' })
    expect(workedMs(waiting, Date.now())).toBe(0)
  })
})
