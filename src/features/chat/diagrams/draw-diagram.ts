import mermaid, { type MermaidConfig } from 'mermaid'
import { whileMarkupIsAllowed } from '#ui/trusted-types.ts'
import { t } from '#languages/app.ts'
import type { PageTheme } from './page-theme.ts'
import { stylesIn, withStyleElements, withStylesByScript } from './styles-by-script.ts'

export type Diagram = {
  /** A complete SVG file. Inside an `<img>`, this SVG cannot run scripts or load files. */
  svg: string
  width: number
  height: number
}

/** An SVG inside an `<img>` cannot use the fonts of the page. */
const fontFamily = 'ui-sans-serif, system-ui, sans-serif'

const colors: Record<PageTheme, MermaidConfig['themeVariables']> = {
  light: {
    darkMode: false,
    background: '#ffffff',
    primaryColor: '#fbeee6',
    primaryBorderColor: '#c08a6b',
    primaryTextColor: '#221d19',
    secondaryColor: '#eef1f4',
    tertiaryColor: '#f4f1ee',
    edgeLabelBackground: '#f4f1ee',
    lineColor: '#6f665f',
    textColor: '#221d19',
    noteBkgColor: '#fdf6dd',
    noteTextColor: '#221d19',
    noteBorderColor: '#d9c88a',
  },
  dark: {
    darkMode: true,
    background: '#1c1917',
    primaryColor: '#3b2c24',
    primaryBorderColor: '#b57a58',
    primaryTextColor: '#f3efec',
    secondaryColor: '#2b3138',
    tertiaryColor: '#272320',
    edgeLabelBackground: '#272320',
    lineColor: '#a79d95',
    textColor: '#f3efec',
    noteBkgColor: '#3a3420',
    noteTextColor: '#f3efec',
    noteBorderColor: '#7d6f3c',
  },
}

/** Mermaid settings that the source of a diagram may not override. */
const secure = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'theme',
  'themeCSS',
  'themeVariables',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
]

/** Centre the labels of mind map shapes in which Mermaid starts the label in the middle. */
const themeCSS = '.mindmap-node .label[transform^="translate(0"] text { text-anchor: middle; }'

// Mermaid's settings are global, so draw only one diagram at a time.
let lastDrawing: Promise<unknown> = Promise.resolve()
let drawn = 0

/**
 * Renders Mermaid source as SVG.
 * @throws {Error} with the position of a syntax error.
 */
export function drawDiagram(source: string, theme: PageTheme): Promise<Diagram> {
  const drawing = lastDrawing.then(() =>
    whileMarkupIsAllowed(() => withStylesByScript(() => draw(source, theme))),
  )
  lastDrawing = drawing.then(
    () => undefined,
    () => undefined,
  )
  return drawing
}

async function draw(source: string, theme: PageTheme): Promise<Diagram> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    secure,
    theme: 'base',
    themeVariables: { ...colors[theme], fontFamily, fontSize: '14px' },
    themeCSS,
    fontFamily,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
  })
  await mermaid.parse(source)
  const id = `diagram-${++drawn}`
  const box = document.createElement('div')
  Object.assign(box.style, {
    position: 'fixed',
    left: '-10000px',
    width: '800px',
    visibility: 'hidden',
    fontFamily,
    fontSize: '14px',
  })
  document.body.append(box)
  try {
    const first = await mermaid.render(id, source, box)
    return await withItsStyles(first.svg, async () => {
      const { svg } = await mermaid.render(id, source, box)
      return sized(svg, box)
    })
  } finally {
    box.remove()
  }
}

/**
 * Draws twice. The first drawing has wrong sizes, because the content security policy blocks its
 * style elements. The second drawing uses these styles through a constructed style sheet.
 */
async function withItsStyles<T>(first: string, again: () => Promise<T>): Promise<T> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(stylesIn(new DOMParser().parseFromString(first, 'text/html').body))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  try {
    return await again()
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

/** Adds width and height to the SVG, because Mermaid omits width and height. */
function sized(svg: string, box: HTMLElement): Diagram {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const root = parsed.documentElement
  const [left = 0, top = 0, width = 0, height = 0] = (root.getAttribute('viewBox') ?? '')
    .split(/\s+/)
    .map(Number)
  if (!(width > 0 && height > 0)) throw new Error(t('The diagram has no size.'))
  const setSize = (size: { width: number; height: number }) => {
    root.setAttribute('width', String(size.width))
    root.setAttribute('height', String(size.height))
  }
  setSize({ width, height })
  box.replaceChildren(root)
  const beyond = wordsBeyond(root, { width, height })
  const whole = {
    width: beyond.left + width + beyond.right,
    height: beyond.top + height + beyond.bottom,
  }
  setSize(whole)
  const seen = [left - beyond.left, top - beyond.top, whole.width, whole.height]
  root.setAttribute('viewBox', seen.join(' '))
  return { svg: withStyleElements(new XMLSerializer().serializeToString(root)), ...whole }
}

/**
 * Returns how far labels extend beyond each edge of the drawing, in CSS pixels. Radar charts have
 * such labels.
 */
function wordsBeyond(root: Element, { width, height }: { width: number; height: number }) {
  const edges = root.getBoundingClientRect()
  const words = [...root.querySelectorAll('text')]
    .map((text) => text.getBoundingClientRect())
    .filter((rect) => rect.width > 0 && rect.height > 0)
  const most = (size: number, beyond: (rect: DOMRect) => number) =>
    Math.ceil(Math.min(size / 2, Math.max(0, ...words.map(beyond))))
  return {
    left: most(width, (rect) => edges.left - rect.left),
    right: most(width, (rect) => rect.right - edges.right),
    top: most(height, (rect) => edges.top - rect.top),
    bottom: most(height, (rect) => rect.bottom - edges.bottom),
  }
}
