import { beforeAll, describe, expect, it } from 'vitest'
import { guardPage } from './guarded-page.fixture.ts'
import { whileMarkupIsAllowed } from './trusted-types.ts'

beforeAll(() => guardPage())

const write = () => {
  const box = document.createElement('div')
  box.innerHTML = '<b>bold</b>'
  return box.childElementCount
}

describe('content security policy of the page', () => {
  it('does not allow text to become markup', () => {
    expect(write).toThrow(TypeError)
    expect(() => document.body.insertAdjacentHTML('beforeend', '<img>')).toThrow(TypeError)
    expect(() => new DOMParser().parseFromString('<b>', 'text/html')).toThrow(TypeError)
  })

  it('allows named character references, but no text that only starts or ends like one', () => {
    const box = document.createElement('i')
    box.innerHTML = '&copy;'
    expect(box.textContent).toBe('©')
    for (const markup of ['&copy;<b>', '<b>&copy;', '&copy', '&lt;b&gt;', '\n&lt;', '&lt;\n']) {
      expect(() => (box.innerHTML = markup)).toThrow(TypeError)
    }
  })

  it('allows markup only during whileMarkupIsAllowed', async () => {
    expect(await whileMarkupIsAllowed(() => Promise.resolve(write()))).toBe(1)
    await expect(whileMarkupIsAllowed(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(write).toThrow(TypeError)
  })

  it('blocks scripts from other origins', () => {
    const script = document.createElement('script')
    expect(() => (script.src = 'https://elsewhere.example/hit.js')).toThrow(TypeError)
    expect(() => new Worker('https://elsewhere.example/hit.js')).toThrow(TypeError)
    expect(() => new Worker('data:text/javascript,hit()')).toThrow(TypeError)
  })

  it('allows workers from files of this server and from object URLs', () => {
    const own = new Blob(['postMessage(1)'], { type: 'text/javascript' })
    for (const address of [new URL('/worker.js', location.href), URL.createObjectURL(own)]) {
      expect(() => new Worker(address, { type: 'module' }).terminate()).not.toThrow()
    }
  })
})
