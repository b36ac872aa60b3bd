import { beforeAll, describe, expect, it } from 'vitest'
import { guardPage } from './guarded-page.fixture.ts'
import { whileMarkupIsAllowed } from './trusted-types.ts'

beforeAll(() => guardPage())

const write = () => {
  const box = document.createElement('div')
  box.innerHTML = '<b>bold</b>'
  return box.childElementCount
}

describe('the page', () => {
  it('lets no text become markup', () => {
    expect(write).toThrow(TypeError)
    expect(() => document.body.insertAdjacentHTML('beforeend', '<img>')).toThrow(TypeError)
    expect(() => new DOMParser().parseFromString('<b>', 'text/html')).toThrow(TypeError)
  })

  it('lets the name of a character become that, and nothing that begins or ends so', () => {
    const box = document.createElement('i')
    box.innerHTML = '&copy;'
    expect(box.textContent).toBe('©')
    for (const markup of ['&copy;<b>', '<b>&copy;', '&copy', '&lt;b&gt;', '\n&lt;', '&lt;\n']) {
      expect(() => (box.innerHTML = markup)).toThrow(TypeError)
    }
  })

  it('lets a library write while it draws, and no longer', async () => {
    expect(await whileMarkupIsAllowed(() => Promise.resolve(write()))).toBe(1)
    await expect(whileMarkupIsAllowed(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(write).toThrow(TypeError)
  })

  it('loads no code from elsewhere', () => {
    const script = document.createElement('script')
    expect(() => (script.src = 'https://elsewhere.example/hit.js')).toThrow(TypeError)
    expect(() => new Worker('https://elsewhere.example/hit.js')).toThrow(TypeError)
    expect(() => new Worker('data:text/javascript,hit()')).toThrow(TypeError)
  })

  it('starts its own workers, and those that libraries make', () => {
    const own = new Blob(['postMessage(1)'], { type: 'text/javascript' })
    for (const address of [new URL('/worker.js', location.href), URL.createObjectURL(own)]) {
      expect(() => new Worker(address, { type: 'module' }).terminate()).not.toThrow()
    }
  })
})
