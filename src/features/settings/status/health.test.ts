import { describe, expect, it } from 'vitest'
import type { ServerStatus } from '#contract/server-status.ts'
import { getHealth } from './health.ts'

const fine: ServerStatus = {
  checkedAt: '2026-11-27T12:00:00.000Z',
  version: '1.0.0',
  build: '',
  startedAt: '2026-11-25T10:00:00.000Z',
  checks: { store: 'ok', queue: 'ok', files: 'ok', disk: 'ok' },
  process: { memoryBytes: 200 * 1024 ** 2, busyRatio: 0.06, delayMs: 12 },
  database: { kind: 'embedded', sizeBytes: 40 * 1024 ** 2, responseMs: 0.4 },
  disk: { freeBytes: 50e9, totalBytes: 100e9 },
  history: [],
  files: 'folder',
  engine: { runningCount: 0, waitingCount: 0 },
  connections: [{ id: 'ollama', name: 'Ollama', isOn: true }],
  answerCount: 1,
  streamCount: 3,
  waitingTaskCount: 0,
  runningTaskCount: 0,
  tasks: [],
  stored: { modelBytes: 2e9, pictureBytes: 1e9, documentBytes: 0 },
  storage: [],
  today: { usd: 0.25, tokens: 12_000, models: 1 },
  backupAt: '2026-11-24T12:00:00.000Z',
  problems: [],
}
const findCard = (status: ServerStatus, title: string) =>
  getHealth(status).cards.find((card) => card.title === title)

describe('getHealth', () => {
  it('reports that everything works', () => {
    expect(getHealth(fine).sentence).toBe('Everything works.')
    expect(findCard(fine, 'Server')).toMatchObject({ figure: '2 d up', state: 'good' })
    expect(findCard(fine, 'Today')).toMatchObject({
      figure: '12k tokens',
      detail: '1 3D model · $0.25',
    })
    expect(findCard(fine, 'Backup')).toMatchObject({ figure: '3 days ago', state: 'good' })
  })

  it.each<[string, Partial<ServerStatus>, 'bad' | 'caution']>([
    ['Database', { checks: { store: 'failing' } }, 'bad'],
    ['Queue', { checks: { queue: 'failing' } }, 'bad'],
    ['Disk', { checks: { disk: 'failing' } }, 'bad'],
    ['Files', { checks: { files: 'failing' }, files: 'bucket' }, 'bad'],
    ['Engine', { engine: { runningCount: 0, waitingCount: 0, problem: 'It failed.' } }, 'caution'],
    ['Disk', { disk: { freeBytes: 1e9, totalBytes: 100e9 } }, 'caution'],
    ['Server', { process: { memoryBytes: 1, busyRatio: 0.97, delayMs: 1 } }, 'caution'],
    ['Server', { process: { memoryBytes: 1, busyRatio: 0.1, delayMs: 900 } }, 'caution'],
    ['Backup', { backupAt: '2026-10-01T00:00:00.000Z' }, 'caution'],
    ['Backup', { backupDueAt: '2026-11-27T11:00:00.000Z' }, 'caution'],
  ])('reports that %s needs attention if the status has %j', (title, change, state) => {
    const status = { ...fine, ...change }
    expect(findCard(status, title)?.state).toBe(state)
    expect(getHealth(status).sentence).toBe(
      `Needs attention: ${title.toLowerCase()}. Everything else works.`,
    )
  })

  it('describes the course of the last day', () => {
    const history = [0.04, 0.3, 0.1].map((busyRatio, minute) => ({
      at: `2026-11-27T10:0${minute}:00.000Z`,
      busyRatio,
      responseMs: 0.4,
      usedBytes: 50e9,
      workCount: 0,
    }))
    expect(findCard({ ...fine, history }, 'Server')?.trend).toMatchObject({
      values: [0.04, 0.3, 0.1],
      top: 0.3,
      label: expect.stringMatching(/^Busy: 4% to 30% since /) as string,
    })
    expect(findCard({ ...fine, history }, 'Disk')?.trend).toMatchObject({ top: 100e9 })
    expect(findCard({ ...fine, history }, 'Backup')?.trend).toBeUndefined()
  })

  it('names connections that fail, but not those that are off', () => {
    const problem = 'Wrong key.'
    const connections = [
      { id: 'a', name: 'Acme', isOn: true, problem },
      { id: 'b', name: 'Byte', isOn: false, problem },
    ]
    expect(getHealth({ ...fine, connections }).sentence).toBe(
      'Needs attention: Acme. Everything else works.',
    )
  })

  it('recommends a first backup only for an embedded database', () => {
    const { backupAt: _, ...without } = fine
    expect(findCard(without, 'Backup')).toMatchObject({ state: 'caution', figure: 'None yet' })
    const backupDueAt = '2026-11-27T13:00:00.000Z'
    expect(findCard({ ...without, backupDueAt }, 'Backup')).toMatchObject({ state: 'good' })
    const onServer = { ...without, database: { ...fine.database, kind: 'server' as const } }
    expect(findCard(onServer, 'Backup')).toMatchObject({ state: 'good' })
  })
})
