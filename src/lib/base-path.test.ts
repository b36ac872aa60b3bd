import { describe, expect, it } from 'vitest'
import { withBase, withoutBase } from './base-path.ts'

const base = '/tools/bozzetto'

describe('withBase', () => {
  it.each([
    ['/api/files', '/tools/bozzetto/api/files'],
    ['/', '/tools/bozzetto/'],
    ['/?picture=1', '/tools/bozzetto/?picture=1'],
    ['/tools/bozzettos', '/tools/bozzetto/tools/bozzettos'],
  ])('adds the base path to %s', (path, expected) => {
    expect(withBase(path, base)).toBe(expected)
  })

  it.each([
    '/tools/bozzetto',
    '/tools/bozzetto/api/files',
    '/tools/bozzetto?token=1',
    '//other.example/api',
    'https://other.example/api',
    'blob:http://127.0.0.1/1',
    'data:image/png;base64,AA',
    undefined,
  ])('returns %s unchanged', (path) => {
    expect(withBase(path, base)).toBe(path)
  })

  it('returns all paths unchanged without a base path', () => {
    expect(withBase('/api/files', '')).toBe('/api/files')
  })
})

describe('withoutBase', () => {
  it.each([
    ['/tools/bozzetto', '/'],
    ['/tools/bozzetto/', '/'],
    ['/tools/bozzetto/chat/1', '/chat/1'],
    ['/tools/bozzettos', '/tools/bozzettos'],
    ['/chat', '/chat'],
  ])('converts %s to %s', (path, expected) => {
    expect(withoutBase(path, base)).toBe(expected)
  })
})
