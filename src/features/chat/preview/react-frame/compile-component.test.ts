import { describe, expect, it } from 'vitest'
import { compileComponent } from './compile-component.ts'

const runtime = { jsx: (type: unknown, props: unknown) => ({ type, props }) }

const compile = (source: string, load = (_name: string): unknown => runtime) =>
  // oxlint-disable-next-line typescript/no-implied-eval -- the preview frame also runs code in this way.
  compileComponent(source, load, (code, ...names) => new Function(...names, code))

const loadWithRoot = () => ({ ...runtime, createRoot: () => ({ render: () => {} }) })
const refuse = (name: string): never => {
  throw new Error(`${name} is missing`)
}

const render = (source: string) => {
  const component = compile(source)
  return typeof component === 'function' ? component({}) : undefined
}

describe('compileComponent', () => {
  it('compiles JSX and TypeScript, and returns the default export', () => {
    const source = `type Props = { name?: string }
      const Other = () => null
      export default function App({ name = 'Kiln' }: Props) { return <p>{name as string}</p> }`
    expect(render(source)).toEqual({ type: 'p', props: { children: 'Kiln' } })
  })

  it('returns a component that is not exported: App, or else the last declared component', () => {
    expect(
      render('function App() { return <i /> }\nfunction Row() { return <b /> }'),
    ).toMatchObject({
      type: 'i',
    })
    expect(render('const One = () => <i />\nconst Two = () => <b />')).toMatchObject({ type: 'b' })
  })

  it('returns undefined for a file that renders itself', () => {
    const source = `import { createRoot } from 'react-dom/client'
      const App = () => <p />
      createRoot(undefined).render(<App />)`
    expect(compile(source, loadWithRoot)).toBeUndefined()
  })

  it('throws the error of a missing module, and for invalid code', () => {
    expect(() => compile(`import x from 'recharts'\nexport default x`, refuse)).toThrow('recharts')
    expect(() => compile('const App = () => <p>')).toThrow(/\(1:/)
  })
})
