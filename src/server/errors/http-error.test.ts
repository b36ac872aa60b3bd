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
  ])('reports a full disk for %s', (_case, error) => {
    expect(toHttpError(error)).toMatchObject({ code: 'storage_full', status: 507 })
  })

  it('distinguishes a read-only disk from a refused connection', () => {
    expect(toHttpError(refusal({ path: '/data/a', syscall: 'open' })).code).toBe('storage_full')
    expect(toHttpError(refusal({ syscall: 'write' })).code).toBe('storage_full')
    expect(toHttpError(refusal({ syscall: 'connect' })).code).toBe('internal')
  })

  it('hides the message of unexpected errors', () => {
    expect(toHttpError(new Error('select * from secrets'))).toMatchObject({
      code: 'internal',
      message: 'Something went wrong on the server. Try again.',
    })
  })
})
