import { describe, expect, it } from 'vitest'
import { createBodyRoom, type BodyRoom } from './body-room.ts'

const limits = {
  bytesMax: 100,
  bytesPerCaller: 50,
  waitingMax: 5,
  waitingPerCaller: 3,
  waitMs: 60_000,
}

async function isIn(room: BodyRoom, who: string, bytes: number): Promise<boolean> {
  return Promise.race([
    room.enter(who, bytes).then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ])
}

describe('createBodyRoom', () => {
  it('gives each caller at most half of the memory, and admits other callers', async () => {
    const room = createBodyRoom(limits)
    const place = await room.enter('attacker', 50)
    expect(await isIn(room, 'attacker', 1)).toBe(false)
    expect(room.isWanted()).toBe(true)
    expect(await isIn(room, 'owner', 50)).toBe(true)
    place.leave()
    expect(room.isWanted()).toBe(false)
  })

  it('admits the next body when a part is released', async () => {
    const room = createBodyRoom(limits)
    const place = await room.enter('a', 50)
    const next = room.enter('a', 20)
    place.shrink(30)
    await next
    place.leave()
    place.leave()
    expect(await isIn(room, 'a', 30)).toBe(true)
    expect(await isIn(room, 'a', 1)).toBe(false)
  })

  it('never admits more bytes than its size', async () => {
    const room = createBodyRoom(limits)
    await Promise.all([room.enter('a', 50), room.enter('b', 40)])
    expect(await isIn(room, 'c', 20)).toBe(false)
  })

  it('refuses bodies with a retry time when too many wait', async () => {
    const room = createBodyRoom(limits)
    await room.enter('a', 50)
    for (let at = 0; at < limits.waitingPerCaller; at++) room.enter('a', 10).catch(() => {})
    await expect(room.enter('a', 10)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 5,
    })
    expect(await isIn(room, 'b', 10)).toBe(true)
  })

  it('refuses bodies that waited too long and admits the bodies behind them', async () => {
    const room = createBodyRoom({ ...limits, waitMs: 20 })
    await room.enter('a', 50)
    await room.enter('b', 30)
    const large = room.enter('c', 40)
    await expect(large).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await isIn(room, 'c', 20)).toBe(true)
  })
})
