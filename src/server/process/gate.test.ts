import { describe, expect, it } from 'vitest'
import { asOwner } from '../store/owner-scope.ts'
import { createGate, type Gate } from './gate.ts'

const megabyte = 1024 * 1024

function createJobs(gate: Gate) {
  const order: string[] = []
  const releases = new Map<string, () => void>()
  return {
    order,
    add: (who: string, name: string, bytes = 100 * megabyte) =>
      asOwner(who, () =>
        gate(
          () => {
            order.push(name)
            return new Promise<void>((resolve) => releases.set(name, resolve))
          },
          { bytes },
        ),
      ),
    async release(name: string) {
      releases.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

const create = (more: Partial<Parameters<typeof createGate>[0]> = {}) =>
  createGate({ runningMax: 1, waitingMax: 5, what: '3D model', ...more })

describe('createGate', () => {
  it('lets people take turns, for any number of jobs per person', async () => {
    const jobs = createJobs(create())
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => jobs.add('a', name))
    all.push(jobs.add('b', 'b1'), jobs.add('c', 'c1'))
    await new Promise(setImmediate)
    const expected = ['a1', 'b1', 'c1', 'a2', 'a3', 'a4']
    for (const name of expected) await jobs.release(name)
    await Promise.all(all)
    expect(jobs.order).toEqual(expected)
  })

  it('runs a small job beside six large jobs of another person', async () => {
    const jobs = createJobs(create({ smallBytesMax: 4 * megabyte }))
    const large = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => jobs.add('a', name))
    const small = jobs.add('b', 'small', megabyte)
    await new Promise(setImmediate)
    expect(jobs.order).toEqual(['a1', 'small'])
    await jobs.release('small')
    await small
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) await jobs.release(name)
    await Promise.all(large)
  })

  it('reports correctly whether the person or the server has too many jobs', async () => {
    const jobs = createJobs(create({ waitingMax: 1 }))
    const all = ['a', 'b', 'c', 'd'].flatMap((who) => [
      jobs.add(who, `${who}1`),
      jobs.add(who, `${who}2`),
    ])
    await expect(jobs.add('a', 'a3')).rejects.toMatchObject({
      code: 'rate_limited',
      message:
        'You already have 2 3D models running or waiting. Wait for one to finish, then try again.',
    })
    await expect(jobs.add('e', 'e1')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The server is busy with 8 3D models. Try again in a moment.',
    })
    await new Promise(setImmediate)
    for (let round = 0; round < all.length; round++) {
      for (const name of jobs.order) await jobs.release(name)
    }
    await Promise.all(all)
    expect(jobs.order).toHaveLength(8)
  })

  it('runs the next job after a failure', async () => {
    const gate = create()
    await expect(gate(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError)
    await expect(gate(() => Promise.resolve(1))).resolves.toBe(1)
  })
})
