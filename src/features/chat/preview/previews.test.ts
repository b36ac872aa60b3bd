import { describe, expect, it } from 'vitest'
import { getPreviewFileName } from './preview-names.ts'
import { getPreviewKind } from '../preview-kinds/preview-kinds.ts'
import { createPreviewDocument } from './previews.ts'
import { withLocalThree } from './three-pages.ts'

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

const writeComponent = () => 'export default function App() { return <p>Hi</p> }'

describe('getPreviewKind', () => {
  it('previews React files that declare a component, but no parts of files', () => {
    expect(getPreviewKind('jsx', writeComponent)).toBe('jsx')
    expect(getPreviewKind('TSX', writeComponent)).toBe('tsx')
    expect(getPreviewKind('jsx', () => '<p>Hi</p>')).toBeUndefined()
    expect(getPreviewKind('tsx', () => 'const size = 3')).toBeUndefined()
  })

  it('previews Markdown and tables', () => {
    expect(getPreviewKind('md', () => '')).toBe('markdown')
    expect(getPreviewKind('csv', () => '')).toBe('csv')
    expect(getPreviewKind('python', () => '')).toBeUndefined()
  })
})

describe('createPreviewDocument for React and Tailwind', () => {
  it('puts the code into the page as data, which cannot end its script', () => {
    const { markup, scripts } = createPreviewDocument({
      kind: 'jsx',
      code: 'export default () => "</script><script>bad()</script>"',
    })
    expect(scripts).toBe('foreign')
    expect(markup).not.toContain('<script>bad')
    expect(markup).toContain('<script crossorigin src="/preview/lib/react.js"></script>')
    expect(markup).not.toContain('tailwind')
  })

  it('loads Tailwind from this server for components with classes and for pages that use its CDN', () => {
    const component = createPreviewDocument({ kind: 'jsx', code: '<p className="p-4" />' })
    expect(component.markup).toContain('"/preview/lib/tailwind.js"')
    for (const url of [
      'https://cdn.tailwindcss.com',
      'https://cdn.tailwindcss.com?plugins=forms',
      'https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4',
    ]) {
      const page = createPreviewDocument({ kind: 'html', code: `<script src="${url}"></script>` })
      expect(page.markup).toBe('<script src="/preview/lib/tailwind.js"></script>')
    }
  })
})

describe('getPreviewFileName', () => {
  it('uses the title of the document, or else its kind', () => {
    expect(
      getPreviewFileName({ kind: 'html', code: '<title>Kiln: open days</title><h1>Hi</h1>' }),
    ).toBe('Kiln open days.html')
    expect(getPreviewFileName({ kind: 'html', code: '<h1>Hi</h1>' })).toBe('Hi.html')
    expect(getPreviewFileName({ kind: 'tsx', code: 'export default function Timer() {}' })).toBe(
      'Timer.tsx',
    )
    expect(getPreviewFileName({ kind: 'markdown', code: '# Plan\n' })).toBe('Plan.md')
    expect(getPreviewFileName({ kind: 'mermaid', code: '' })).toBe('Diagram.mmd')
    expect(getPreviewFileName({ kind: 'svg', code: '<svg/>' })).toBe('Picture.svg')
  })
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
    expect(getPreviewFileName({ kind: 'gltf', code: gltf })).toBe('3D model.gltf')
  })

  it('shows OBJ and STL models', () => {
    expect(getPreviewKind('OBJ', () => '')).toBe('obj')
    expect(getPreviewKind('constructor', () => '')).toBeUndefined()
    const { markup: page } = createPreviewDocument({ kind: 'obj', code: '# </script>\nv 0 0 0' })
    expect(page).toContain('loaders/OBJLoader.js')
    expect(page.match(/from '[^']+'/g)).toEqual([
      "from 'three'",
      "from 'three/addons/loaders/OBJLoader.js'",
      "from 'three/addons/controls/OrbitControls.js'",
    ])
    expect(page).toContain('#  /script>\nv 0 0 0')
    expect(createPreviewDocument({ kind: 'stl', code: 'solid a' }).markup).toContain(
      'loaders/STLLoader.js',
    )
    expect(getPreviewFileName({ kind: 'stl', code: '' })).toBe('3D model.stl')
  })
})
