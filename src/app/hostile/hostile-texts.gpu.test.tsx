import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { advance, finish } from '#features/chat/markdown/streaming/blocks.ts'
import { emptyMarkdown } from '#features/chat/markdown/streaming/markdown-text.ts'
import { drawDiagram } from '#features/chat/diagrams/draw-diagram.ts'
import { Markdown } from '#features/chat/markdown/draw/markdown.tsx'
import { AssetRecipe } from '#features/library/detail/asset-recipe.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showToast, toastStore } from '#ui/feedback/toasts.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { hostileDiagrams, hostileMarkdown, hostileTexts } from './hostile-texts.fixture.ts'

let hits = 0
const strays: string[] = []
const watcher = new PerformanceObserver((list) => {
  for (const { name } of list.getEntries())
    if (name.includes('elsewhere.invalid')) strays.push(name)
})

beforeEach(() => {
  hits = 0
  strays.length = 0
  Object.assign(window, { hit: () => hits++, alert: () => hits++ })
  watcher.observe({ type: 'resource' })
})
afterEach(() => {
  watcher.disconnect()
  cleanup()
})

function dangersIn(root: Element): string[] {
  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    if (element.matches('script, iframe, object, embed, base, meta, link, form[action], style')) {
      found.push(element.outerHTML)
    }
    for (const { name, value } of element.attributes) {
      const isAddress = /^(?:href|src|xlink:href|action|formaction|data|srcdoc)$/i.test(name)
      const isSafe = /^(?:#|https?:|mailto:|blob:|data:image\/(?!svg))/i.test(value)
      if (/^on/i.test(name) || (isAddress && !isSafe)) found.push(element.outerHTML)
    }
  }
  return found
}

const settle = () =>
  new Promise<void>((resolve) => {
    const picture = new Image()
    picture.addEventListener('error', () => requestAnimationFrame(() => resolve()))
    picture.src = 'data:image/png;base64,'
  })

async function expectHarmless(root: Element): Promise<void> {
  await settle()
  expect(dangersIn(root)).toEqual([])
  expect(hits).toBe(0)
  expect(strays).toEqual([])
}

describe('hostile texts', () => {
  it('include more than 300 different texts', () => {
    expect(new Set(hostileMarkdown).size + hostileDiagrams.length).toBeGreaterThan(300)
  })

  it('cannot run in a chat answer, complete or while it arrives', async () => {
    const whole = hostileMarkdown.map((text) => (
      <Markdown key={text} markdown={finish(emptyMarkdown, text)} />
    ))
    const coming = hostileTexts.map((text) => (
      <Markdown key={text} isLive markdown={advance(emptyMarkdown, text.slice(0, -1))} />
    ))
    const { container } = render(
      <>
        {whole}
        {coming}
      </>,
    )
    expect(container.textContent).toContain('<script>hit()</script>')
    await expectHarmless(container)
  })

  it.each(hostileDiagrams)('cannot run in a diagram: %s', async (text) => {
    const drawn = await drawDiagram(text, 'light').catch(() => undefined)
    const box = document.createElement('div')
    if (drawn) {
      const picture = document.createElement('img')
      picture.src = URL.createObjectURL(new Blob([drawn.svg], { type: 'image/svg+xml' }))
      box.append(picture)
    }
    document.body.append(box)
    await settle()
    box.remove()
    expect(hits).toBe(0)
    expect(strays).toEqual([])
  })

  it('are shown as text in names, hints, errors, notices and recipes', async () => {
    const parts = hostileTexts.map((text, at): ReactNode => (
      <div key={at}>
        <EmptyState icon={text} title={text}>
          {text}
        </EmptyState>
        <FormField label={text} hint={text} error={text} aside={text}>
          <TextField defaultValue={text} placeholder={text} title={text} />
        </FormField>
        <AssetRecipe
          modelName={text}
          pictureUrl={undefined}
          recipe={{
            modelId: text,
            modelVersion: text,
            cost: text,
            params: { [text]: text, nested: { [text]: [text] } },
            inputSha256: [],
          }}
        />
      </div>
    ))
    for (const text of hostileTexts) showToast({ title: text, detail: text, kind: 'error' })
    const { container } = render(
      <>
        {parts}
        <ToastRegion />
      </>,
    )
    expect(container.textContent).toContain('<img src=x onerror=hit()>')
    await expectHarmless(document.body)
    toastStore.setState({ toasts: [] })
  })
})
