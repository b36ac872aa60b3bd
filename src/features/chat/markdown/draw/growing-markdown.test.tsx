// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAnswerStore, type AnswerStore } from '../../runs/answer-store.ts'
import { loadMarkdownReader } from '../../runs/markdown-reader.ts'
import { createManualClock } from '../../runs/manual-clock.fixture.ts'
import { useSnapshot } from '../../runs/use-snapshot.ts'
import { colourCode } from '../extras/colour-code.ts'
import type { TokenLine } from '../extras/highlight.ts'
import { createRandomMarkdown } from '../streaming/random-text.fixture.ts'
import { Citations } from './links.tsx'
import { Markdown } from './markdown.tsx'

vi.mock('../extras/colour-code.ts', () => ({
  colourCode: vi.fn<() => Promise<TokenLine[] | undefined>>(),
}))

beforeEach(loadMarkdownReader)
afterEach(cleanup)

let outer = 0

function Answer({ store }: { store: AnswerStore }) {
  outer++
  const answer = useSnapshot(store)
  return answer && <Markdown markdown={answer.text} isLive={answer.status === 'running'} />
}

function show(cite?: (number: number) => ReactNode) {
  const { clock, tick } = createManualClock()
  const store = createAnswerStore({ text: '', reasoning: '' }, clock)
  let commits = 0
  const { container } = render(
    <Profiler id="answer" onRender={() => commits++}>
      <Citations value={cite}>
        <Answer store={store} />
      </Citations>
    </Profiler>,
  )
  const say = (words: string) =>
    act(() => {
      store.appended('text', words)
      tick()
    })
  return { store, say, container, commits: () => commits }
}

const getStableHtml = (container: Element) => container.innerHTML.replaceAll(/_r_\w+_/g, '')

function drawnAtOnce(node: ReactNode): string {
  const { container, unmount } = render(node)
  const html = getStableHtml(container)
  unmount()
  return html
}

function getTexts(element: Element): Text[] {
  const texts: Text[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts
}

const seeds = 5

describe('GrowingMarkdown', () => {
  // This test takes seconds, because it renders some hundred texts twice.
  it('renders randomly split texts exactly like one complete text', () => {
    for (let seed = 0; seed < seeds; seed++) {
      const text = createRandomMarkdown(seed).replaceAll('[', '(')
      const { store, say, container } = show()
      for (let at = 0, size = 1; at < text.length; at += size) {
        size = 1 + ((seed * 7 + at) % 9)
        say(text.slice(at, at + size))
        const whole = drawnAtOnce(<Markdown markdown={store.getSnapshot().text} isLive />)
        expect(getStableHtml(container)).toBe(whole)
      }
      cleanup()
    }
  })

  it('renders a long growing list in parts with continuous numbers, announced as one list', () => {
    const { store, say, container } = show()
    for (let at = 1; at <= 70; at++) {
      say(`${at + 4}. Item **${at}**`)
      say(' with more')
      say(' words.\n')
    }
    expect(container.querySelectorAll('[data-live] ol')).toHaveLength(3)
    expect(screen.getAllByRole('list')).toHaveLength(1)
    expect(screen.getAllByRole('listitem')).toHaveLength(70)
    const starts = [...container.querySelectorAll('ol')].map((part) => part.start)
    expect(starts).toEqual([5, 37, 69])
    expect(screen.getAllByRole('listitem')[68]?.textContent).toBe('Item 69 with more words.')
    const whole = drawnAtOnce(<Markdown markdown={store.getSnapshot().text} isLive />)
    expect(getStableHtml(container)).toBe(whole)
  })

  it('appends plain words to the DOM without a React render', () => {
    const { say, commits } = show()
    say('- One **item')
    const before = commits()
    for (const word of [' and', ' one', ' more', ' word']) say(word)
    expect(screen.getByRole('strong').textContent).toBe('item and one more word')
    expect(commits()).toBe(before)
  })

  it('appends plain words after emphasis without a React render', () => {
    const { store, say, container, commits } = show()
    say('- One **item** and `code`')
    const before = commits()
    for (const word of [' with', ' more', ' words']) say(word)
    expect(screen.getByRole('paragraph').textContent).toBe('One item and code with more words')
    expect(commits()).toBe(before)
    say(', and *others')
    const whole = drawnAtOnce(<Markdown markdown={store.getSnapshot().text} isLive />)
    expect(getStableHtml(container)).toBe(whole)
  })

  it('shows words after emphasis that was closed by a delta with only its marker', () => {
    const { say } = show()
    for (const words of ['One **item', '**', ' and', ' more']) say(words)
    expect(screen.getByRole('strong').textContent).toBe('item')
    expect(screen.getByRole('paragraph').textContent).toBe('One item and more')
  })

  it('renders nothing when the border of a table cell arrives', () => {
    const { say, commits } = show()
    say('| a | b |\n| - | - |\n| one')
    say(' word')
    const before = commits()
    say(' |')
    expect(commits()).toBe(before)
    expect(screen.getByRole('cell').textContent).toBe('one word')
    for (const words of [' two', ' |\n', '|']) say(words)
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['one word', 'two'])
  })

  it('appends words to the text node of the words before them', () => {
    const { say } = show()
    say('One **item** has')
    const before = getTexts(screen.getByRole('paragraph'))
    say(' words')
    const after = getTexts(screen.getByRole('paragraph'))
    expect(after.map((text) => text.data)).toEqual(['One ', 'item', ' has words'])
    expect(after[2]).toBe(before[2])
  })

  it('changes only the text node of the last line of growing code', () => {
    const { say, commits } = show()
    say('```\nfirst\nsec')
    const before = getTexts(screen.getByRole('code'))
    const commitsBefore = commits()
    say('ond')
    expect(commits()).toBe(commitsBefore)
    const after = getTexts(screen.getByRole('code'))
    expect(after.map((text) => text.data)).toEqual(['first\n', 'second'])
    expect(after[0]).toBe(before[0])
  })

  it('renders a new list item without re-rendering the answer', () => {
    const { say } = show()
    say('- One')
    const before = outer
    for (const words of ['\n', '- ', 'Two **and', '** a half']) say(words)
    expect(screen.getAllByRole('listitem')[1]?.textContent).toBe('Two and a half')
    expect(outer).toBe(before)
    say('\n\nThe end.\n')
    expect(outer).toBeGreaterThan(before)
  })

  it('turns a citation number into a link as soon as it is complete', () => {
    const { say, container } = show((number) => <a href="#source">{number}</a>)
    say('It **is** said')
    for (const words of [' that', ' so [1]']) say(words)
    expect(screen.getByRole('link').textContent).toBe('1')
    expect(container.textContent).toBe('It is said that so 1')
  })

  it('removes appended words if they turn out to be part of Markdown syntax', () => {
    const { say, container } = show()
    say('Ask (')
    say('me')
    say('@a.example) now')
    expect(container.textContent).toBe('Ask (me@a.example) now')
    expect(screen.getByRole('link').textContent).toBe('me@a.example')
  })

  it('shows appended words before it highlights a code block that has stopped growing', async () => {
    vi.useFakeTimers()
    try {
      let colour: ((lines: TokenLine[]) => void) | undefined
      const coloured = new Promise<TokenLine[]>((resolve) => (colour = resolve))
      vi.mocked(colourCode).mockReturnValueOnce(coloured)
      const { say, container } = show()
      say('```ts\nconst a = 1\nlet')
      await act(() => vi.advanceTimersByTimeAsync(300))
      say(' b')
      await act(async () => {
        colour?.(['const a = 1', 'let'].map((text) => [{ role: 'keyword', text }]))
        await coloured
      })
      expect(screen.getByRole('code').textContent).toBe('const a = 1\nlet b')
      expect(container.querySelector('[data-role]')?.textContent).toBe('const a = 1')
      vi.mocked(colourCode).mockClear()
      await act(() => vi.advanceTimersByTimeAsync(200))
      say(' = 2\n')
      await act(() => vi.advanceTimersByTimeAsync(200))
      expect(colourCode).not.toHaveBeenCalled()
      await act(() => vi.advanceTimersByTimeAsync(600))
      expect(vi.mocked(colourCode).mock.lastCall?.[0]).toEqual(['const a = 1', 'let b = 2'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('copies the whole code including words appended without React', async () => {
    const user = userEvent.setup()
    const { say } = show()
    say('```\nfirst')
    say(' and last')
    await user.click(screen.getByRole('button', { name: 'Copy code' }))
    expect(await navigator.clipboard.readText()).toContain('first and last')
  })
})
