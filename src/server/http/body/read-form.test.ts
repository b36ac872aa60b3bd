import { describe, expect, it } from 'vitest'
import { readFormFile } from './read-form.ts'

const boundary = 'x'.repeat(20)
const type = `multipart/form-data; boundary=${boundary}`
const part = (head: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

describe('readFormFile', () => {
  it('finds the file among other parts, byte for byte', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 256))
    const body = form(
      part('name="note"', 'hello'),
      part('name="other"; filename="b.png"', 'not this one'),
      part('name="file"; filename="a.png"', bytes),
    )
    const file = await readFormFile(body, type, 'file')
    expect(file?.name).toBe('a.png')
    expect(Buffer.compare(Buffer.from(file?.bytes ?? []), bytes)).toBe(0)
  })

  it('parses undici’s encoding of a FormData', async () => {
    const data = new FormData()
    data.set('file', new File(['abc'], 'ä.png'))
    const request = new Request('http://a/', { method: 'POST', body: data })
    const body = new Uint8Array(await request.arrayBuffer())
    const file = await readFormFile(body, request.headers.get('content-type') ?? '', 'file')
    expect(file?.name).toBe('ä.png')
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('abc')
  })

  it('returns nothing if no part of that name is a file', async () => {
    expect(await readFormFile(form(part('name="file"', 'text')), type, 'file')).toBeUndefined()
  })

  it.each([
    ['half a form', Buffer.from(`--${boundary}\r\n`), type],
    ['no form', Buffer.from('hello'), type],
    ['nothing', Buffer.alloc(0), type],
    ['a form without a boundary', form(), 'multipart/form-data'],
    ['a field that is cut off', part('name="file"', 'abc'), type],
    ['a file that is cut off', part('name="file"; filename="a"', 'abc'), type],
    [
      'ten thousand parts',
      form(...Array.from({ length: 10_000 }, () => part('name="a"', ''))),
      type,
    ],
  ])('refuses a request body with %s', async (_case, body, contentType) => {
    await expect(readFormFile(body, contentType, 'file')).rejects.toMatchObject({
      code: 'bad_request',
    })
  })
})
