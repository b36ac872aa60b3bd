import { describe, expect, it } from 'vitest'
import { createPreviews } from './previews.ts'

describe('createPreviews', () => {
  it('keeps the newest few previews and drops those of finished tasks', async () => {
    const previews = createPreviews()
    for (let k = 0; k < 20; k++) previews.put(`task ${k}`, Uint8Array.of(k))
    expect(await previews.find('task 3')).toBeUndefined()
    expect(await previews.find('task 4')).toEqual(Uint8Array.of(4))
    previews.drop('task 4')
    expect(await previews.find('task 4')).toBeUndefined()
  })

  it('gives each preview of a task a new version, so that pages load the new preview', async () => {
    const previews = createPreviews()
    expect(await previews.findVersion('task')).toBeUndefined()
    previews.put('task', Uint8Array.of(1))
    expect(await previews.findVersion('task')).toBe(1)
    previews.put('task', Uint8Array.of(2))
    expect(await previews.findVersion('task')).toBe(2)
    previews.drop('task')
    expect(await previews.findVersion('task')).toBeUndefined()
  })

  it('ignores large previews', async () => {
    const previews = createPreviews()
    previews.put('task', new Uint8Array(3 * 1024 * 1024))
    expect(await previews.find('task')).toBeUndefined()
  })
})
