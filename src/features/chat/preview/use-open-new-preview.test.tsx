// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPreviewsSetting } from '#lib/browser/open-previews.ts'
import { newId } from '#lib/id.ts'
import type { Turn } from '../messages/thread.ts'
import { OpenPreview } from '../preview-kinds/preview-button.tsx'
import type { Preview } from '../preview-kinds/preview-kinds.ts'
import { useOpenNewPreview } from './use-open-new-preview.ts'

let isWide = true
beforeEach(() => {
  isWide = true
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const createTurn = (text: string, id = newId()): Turn => ({
  message: { id, conversationId: newId(), role: 'assistant', text, createdAt: '' },
  siblings: [],
})
const page = '```html\n<p>1</p>\n```\n'

function Probe({ turns, isRunning }: { turns: readonly Turn[]; isRunning: boolean }) {
  useOpenNewPreview(turns, isRunning)
  return null
}

/** Renders an answer while the answer arrives and after its end. Returns the opened documents. */
function answer(text: string) {
  const open = vi.fn<(preview: Preview) => void>()
  const id = newId()
  const draw = (given: string, isRunning: boolean) => (
    <OpenPreview value={open}>
      <Probe turns={[createTurn(given, id)]} isRunning={isRunning} />
    </OpenPreview>
  )
  const { rerender } = render(draw('', true))
  rerender(draw('', false))
  rerender(draw(text, false))
  rerender(draw(text, false))
  return open
}

describe('useOpenNewPreview', () => {
  it('opens the last document of an answer once, when its text is complete', () => {
    openPreviewsSetting.write(true)
    const open = answer(`${page}and\n\`\`\`svg\n<svg/>\n\`\`\`\n`)
    expect(open.mock.calls).toEqual([[expect.objectContaining({ kind: 'svg', code: '<svg/>' })]])
  })

  it('opens nothing without the setting, on narrow screens, for tables, or for an older answer', () => {
    expect(answer(page)).not.toHaveBeenCalled()
    openPreviewsSetting.write(true)
    expect(answer('```csv\na,b\n```\n')).not.toHaveBeenCalled()
    isWide = false
    expect(answer(page)).not.toHaveBeenCalled()
    isWide = true
    const open = vi.fn<(preview: Preview) => void>()
    render(
      <OpenPreview value={open}>
        <Probe turns={[createTurn(page)]} isRunning={false} />
      </OpenPreview>,
    )
    expect(open).not.toHaveBeenCalled()
  })
})
