// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Source } from '#contract/chat/chat.ts'
import { Markdown } from '../../markdown/draw/markdown.tsx'
import { finishedMarkdown } from '../../markdown/streaming/blocks.ts'
import { WithSources } from './with-sources.tsx'

afterEach(cleanup)

const page = (path: string): Source => ({
  title: `Page ${path}`,
  url: `https://a.example/${path}`,
  quote: 'Hot.',
})
const passage = (at: number): Source => ({ title: 'kiln.md', documentId: 'd', at, quote: 'Clay.' })
const sources = [page('one'), passage(0), page('two'), passage(900), page('one')]

const draw = (text: string, given: readonly Source[] | undefined) =>
  render(
    <WithSources sources={given}>
      <Markdown markdown={finishedMarkdown(text)} />
    </WithSources>,
  )

describe('WithSources', () => {
  it('lists each source once, with all of its citation numbers', async () => {
    draw('Hot.', sources)
    const list = await screen.findByRole('region', { name: 'Sources' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '[1]Page one a.example[5]',
      '[2]kiln.md[4]',
      '[3]Page two a.example',
    ])
  })

  it('links citation numbers in the text if their source exists', async () => {
    draw('It is **hot [3]**[1], clay [2], `a[1]`, [1](https://b.example) and [9].', sources)
    await screen.findByRole('region', { name: 'Sources' })
    const text = document.querySelector<HTMLElement>('.markdown')!
    const third = await within(text).findByRole('link', { name: 'Source 3: Page two' })
    expect(third.getAttribute('href')).toBe('https://a.example/two')
    expect(within(text).getByRole('link', { name: 'Source 1: Page one' })).toBeTruthy()
    expect(within(text).getByRole('button', { name: 'Source 2: kiln.md' })).toBeTruthy()
    expect(within(text).getByRole('link', { name: '1' }).getAttribute('href')).toBe(
      'https://b.example/',
    )
    expect(within(text).getAllByRole('link')).toHaveLength(3)
    expect(text.textContent).toBe('It is hot [3][1], clay [2], a[1], 1 and [9].')
  })

  it('truncates the title of a page but not its host', async () => {
    draw('Hot.', sources)
    const [host] = await screen.findAllByText('a.example')
    expect(host?.closest('a')?.classList).not.toContain('truncate')
    expect(host?.previousElementSibling?.classList).toContain('truncate')
  })

  it('renders an answer without sources unchanged', () => {
    draw('Hot [1].', undefined)
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.body.textContent).toBe('Hot [1].')
  })
})
