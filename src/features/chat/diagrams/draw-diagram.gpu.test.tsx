import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { drawDiagram } from './draw-diagram.ts'
import { DiagramActions } from '../markdown/draw/fenced/fenced-view.tsx'
import { guardPage } from '#ui/guarded-page.fixture.ts'
import { whileMarkupIsAllowed } from '#ui/trusted-types.ts'

const refused: string[] = []
const note = ({
  effectiveDirective,
  sample,
  sourceFile,
  lineNumber,
}: SecurityPolicyViolationEvent) =>
  void refused.push(`${effectiveDirective} ${sample} ${sourceFile ?? ''}:${lineNumber}`)

beforeAll(() => guardPage("style-src 'self'"))
beforeEach(() => document.addEventListener('securitypolicyviolation', note))
afterEach(() => {
  document.removeEventListener('securitypolicyviolation', note)
  refused.length = 0
  cleanup()
  document.adoptedStyleSheets = []
  vi.restoreAllMocks()
})

const diagrams = [
  'flowchart LR\n  A[Clay] -->|fires| B{Kiln}\n  B --> C((Vase))\n  classDef hot fill:#f96,stroke:#333\n  class B hot\n  style A fill:#bbf,stroke-width:4px\n  linkStyle 0 stroke:#0a0',
  'sequenceDiagram\n  actor Ann\n  Ann->>Server: a picture\n  Note over Server: it thinks\n  Server-->>Ann: a model',
  'classDiagram\n  Asset <|-- Model\n  Asset : +string name\n  Model : +open()',
  'stateDiagram-v2\n  [*] --> queued\n  queued --> running\n  running --> [*]',
  'erDiagram\n  TASK ||--o| ASSET : makes\n  TASK { string id }',
  'gantt\n  title Work\n  dateFormat YYYY-MM-DD\n  section Clay\n  Knead :a1, 2026-01-01, 3d\n  Fire :after a1, 2d',
  'pie title Clay\n  "red" : 40\n  "white" : 60',
  'mindmap\n  root((clay))\n    kiln\n    wheel',
  'journey\n  title A day\n  section Clay\n    Knead: 5: Ann',
  'gitGraph\n  commit\n  branch kiln\n  commit',
  'timeline\n  title Clay\n  2025 : wheel\n  2026 : kiln',
  'quadrantChart\n  title Clay\n  x-axis Soft --> Hard\n  y-axis Cheap --> Dear\n  Red: [0.3, 0.6]',
  'xychart-beta\n  title "Clay"\n  x-axis [a, b]\n  bar [1, 2]',
]

it.each(diagrams)(
  'drawDiagram does not violate the content security policy: %s',
  async (source) => {
    const { svg } = await drawDiagram(source, 'light')
    expect(svg).toContain('<style')
    expect(refused).toEqual([])
  },
)

async function onPage({ svg }: { svg: string }): Promise<Element> {
  const host = document.createElement('div')
  document.body.append(host)
  const file = await whileMarkupIsAllowed(() =>
    Promise.resolve(new DOMParser().parseFromString(svg, 'image/svg+xml')),
  )
  const root = document.adoptNode(file.documentElement)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(root.querySelector('style')?.textContent ?? '')
  document.adoptedStyleSheets = [sheet]
  host.append(root)
  return root
}

it('drawDiagram centres the labels of a mind map in their shapes', async () => {
  const source = 'mindmap\n  root((Product launch))\n    [Press release]\n    (Engineering team)\n'
  const root = await onPage(await drawDiagram(source, 'light'))
  for (const node of root.querySelectorAll('.mindmap-node')) {
    const shape = node.querySelector('.label-container')!.getBoundingClientRect()
    const words = node.querySelector('text')!.getBoundingClientRect()
    expect(words.left).toBeGreaterThan(shape.left)
    expect(words.right).toBeLessThan(shape.right)
  }
})

it('drawDiagram does not cut off labels at the edges', async () => {
  const source =
    'radar-beta\n  axis a["Food quality"], b["Service at the table"], c["Price"], d["Atmosphere"]\n' +
    '  curve one["A restaurant with a long name"]{4, 3, 2, 4}\n'
  const root = await onPage(await drawDiagram(source, 'light'))
  const edges = root.getBoundingClientRect()
  for (const text of root.querySelectorAll('text')) {
    const words = text.getBoundingClientRect()
    expect(words.left).toBeGreaterThanOrEqual(edges.left - 1)
    expect(words.right).toBeLessThanOrEqual(edges.right + 1)
  }
})

it('the diagram’s dialog enlarges a diagram and saves it as SVG and as PNG', async () => {
  const diagram = await drawDiagram('flowchart LR\n  A[Clay] --> B{Kiln}', 'light')
  const url = URL.createObjectURL(new Blob([diagram.svg], { type: 'image/svg+xml' }))
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:none'
  })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const onLarge = vi.fn<(isLarge: boolean) => void>()
  render(<DiagramActions drawn={{ ...diagram, url }} isLarge={false} onLarge={onLarge} />)
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(onLarge).toHaveBeenCalledWith(true)
  fireEvent.click(screen.getByRole('button', { name: 'Download as SVG' }))
  fireEvent.click(screen.getByRole('button', { name: 'Download as PNG' }))
  await vi.waitFor(() => expect(files).toHaveLength(2))
  expect(saved).toHaveBeenCalledTimes(2)
  const [svg, png] = files
  expect(await svg?.text()).toContain('Clay')
  const bytes = new DataView((await png?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(String.fromCharCode(bytes.getUint8(1), bytes.getUint8(2), bytes.getUint8(3))).toBe('PNG')
  // The header of the PNG contains its width, which is twice the width of the diagram.
  expect(bytes.getUint32(16)).toBe(Math.round(diagram.width * 2))
})
