import { describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import type { Turn } from '../messages/thread.ts'
import {
  createPreviewDocument,
  getPreviewFileName,
  getPreviewKind,
  findPreviewVersions,
} from './previews.ts'
import { withLocalThree } from './three-pages.ts'

const createTurn = (role: 'user' | 'assistant', text: string): Turn => ({
  message: { id: newId(), conversationId: newId(), role, text, createdAt: '' },
  siblings: [],
})

it('findPreviewVersions finds all versions of a page in the answers, without duplicates', () => {
  const turns = [
    createTurn('user', '```html\nmine\n```'),
    createTurn('assistant', 'First:\n```html\n<p>1</p>\n```\nand\n```svg\n<svg/>\n```'),
    createTurn('assistant', '```HTML\n<p>1</p>\n```\n````html\n```\n<p>2</p>\n````\n'),
  ]
  expect(findPreviewVersions(turns, 'html')).toEqual(['<p>1</p>', '```\n<p>2</p>'])
  expect(findPreviewVersions(turns, 'svg')).toEqual(['<svg/>'])
})

it('findPreviewVersions finds all versions of a diagram, and diagrams are saved as Mermaid files', () => {
  const turns = [
    createTurn('assistant', '```mermaid\ngraph LR\n A-->B\n```\n```mermaid\ngraph TD\n A-->B\n```'),
  ]
  expect(findPreviewVersions(turns, 'mermaid')).toEqual(['graph LR\n A-->B', 'graph TD\n A-->B'])
  expect(getPreviewFileName({ kind: 'mermaid', code: '' })).toBe('diagram.mmd')
  expect(getPreviewFileName({ kind: 'svg', code: '' })).toBe('page.svg')
})

it('createPreviewDocument does not change a page, and centres a drawing in a new page', () => {
  expect(createPreviewDocument({ kind: 'html', code: '<p>' })).toEqual({
    markup: '<p>',
    scripts: 'none',
  })
  const picture = createPreviewDocument({ kind: 'svg', code: '<svg/>' })
  expect(picture.markup).toMatch(/^<!doctype html>.*<svg\/>$/)
  expect(picture.scripts).toBe('none')
  for (const code of [
    '<SCRIPT>',
    '<p onclick=go()>',
    '<p/onclick=go()>',
    '<a href="javascript:go()">',
  ]) {
    expect(createPreviewDocument({ kind: 'html', code }).scripts).toBe('foreign')
  }
})

const importing = (url: string) =>
  withLocalThree(`<script type="module">import * as T from '${url}'</script>`)

describe('createPreviewDocument for pages that use three.js', () => {
  it('loads three.js from this server, whatever address the page uses', () => {
    for (const url of [
      'https://unpkg.com/three@0.160.0/build/three.module.js',
      'https://cdn.jsdelivr.net/npm/three@0.160/build/three.module.min.js',
      'https://cdnjs.cloudflare.com/ajax/libs/three.js/0.160.0/three.module.js',
      'https://esm.sh/three@0.160',
    ]) {
      expect(importing(url)).toContain(`import * as T from '/preview/three/build/three.module.js'`)
    }
    expect(
      importing('https://unpkg.com/three@0.160/examples/jsm/controls/OrbitControls.js'),
    ).toContain(`'/preview/three/examples/jsm/controls/OrbitControls.js'`)
    expect(importing('https://example.com/three/other.js')).toContain(
      'https://example.com/three/other.js',
    )
  })

  it('adds an import map before the scripts, or changes the page’s own import map', () => {
    const map = `<script type="importmap">{"imports":{"three":"https://unpkg.com/three@0.1/build/three.module.js","three/addons/":"https://unpkg.com/three@0.1/examples/jsm/"}}</script>`
    expect(withLocalThree(map)).toBe(
      '<script type="importmap">{"imports":{"three":"/preview/three/build/three.module.js","three/addons/":"/preview/three/examples/jsm/"}}</script>',
    )
    const bare = '<!doctype html><p></p><script type="module">import "three"</script>'
    expect(withLocalThree(bare)).toMatch(
      /^<!doctype html><p><\/p><script type="importmap">.*<script type="module">/,
    )
    expect(withLocalThree('<p>A page</p><script>1</script>')).toBe(
      '<p>A page</p><script>1</script>',
    )
  })

  it('adds the global THREE for scripts that need it', () => {
    const page = withLocalThree(
      '<script src="https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js"></script><script src="https://unpkg.com/three@0.128/examples/js/controls/OrbitControls.js"></script><script>new THREE.Scene()</script>',
    )
    expect(page).toContain('globalThis.THREE = { ...all }')
    expect(page).toContain(
      'from "/preview/three/examples/jsm/controls/OrbitControls.js"; Object.assign',
    )
    expect(page).toContain('<script type="module">new THREE.Scene()</script>')
  })

  it('shows a glTF model written as text, and escapes closing script tags in it', () => {
    const gltf = '{"asset":{"version":"2.0","generator":"</script>"},"meshes":[],"accessors":[]}'
    expect(getPreviewKind('json', () => gltf)).toBe('gltf')
    expect(getPreviewKind('json', () => '{"asset":1}')).toBeUndefined()
    expect(createPreviewDocument({ kind: 'gltf', code: gltf }).markup).toContain(
      '"generator":"\\u003c/script>"',
    )
    expect(getPreviewFileName({ kind: 'gltf', code: gltf })).toBe('model.gltf')
  })

  it('shows OBJ and STL models', () => {
    expect(getPreviewKind('OBJ', () => '')).toBe('obj')
    expect(getPreviewKind('constructor', () => '')).toBeUndefined()
    const { markup: page } = createPreviewDocument({ kind: 'obj', code: '# </script>\nv 0 0 0' })
    expect(page).toContain('loaders/OBJLoader.js')
    expect(page).toContain('#  /script>\nv 0 0 0')
    expect(createPreviewDocument({ kind: 'stl', code: 'solid a' }).markup).toContain(
      'loaders/STLLoader.js',
    )
    expect(getPreviewFileName({ kind: 'stl', code: '' })).toBe('model.stl')
  })
})
