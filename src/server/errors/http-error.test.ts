import { describe, expect, it } from 'vitest'
import { toHttpError } from './http-error.ts'

const refusal = (more: object) => Object.assign(new Error('x'), { code: 'EACCES', ...more })

describe('toHttpError', () => {
  it.each([
    ['the file system', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    [
      'a query',
      new Error('Failed query', {
        cause: Object.assign(new Error('could not extend file'), { code: '53100' }),
      }),
    ],
    ['the embedded database', { name: 'ErrnoError', errno: 51 }],
  ])('says that the disk is full when %s says so', (_case, error) => {
    expect(toHttpError(error)).toMatchObject({ code: 'storage_full', status: 507 })
  })

  it('tells a disk that refuses from a connection that does', () => {
    expect(toHttpError(refusal({ path: '/data/a', syscall: 'open' })).code).toBe('storage_full')
    expect(toHttpError(refusal({ syscall: 'write' })).code).toBe('storage_full')
    expect(toHttpError(refusal({ syscall: 'connect' })).code).toBe('internal')
  })

  it('says nothing of what nobody planned for', () => {
    expect(toHttpError(new Error('select * from secrets'))).toMatchObject({
      code: 'internal',
      message: 'Something went wrong on the server. Try again.',
    })
  })
})
