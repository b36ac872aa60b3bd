// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSnapshot } from './use-snapshot.ts'

afterEach(cleanup)

function createSource(held: string) {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getSnapshot: () => held,
    set(next: string) {
      held = next
      for (const listener of listeners) listener()
    },
    count: () => listeners.size,
  }
}

type Source = ReturnType<typeof createSource>

function Held({ source, onDraw }: { source: Source | undefined; onDraw?: () => void }) {
  const text = useSnapshot(source) ?? 'nothing'
  onDraw?.()
  return <p>{text}</p>
}

describe('useSnapshot', () => {
  it('renders the current snapshot once per change', () => {
    const source = createSource('a')
    let commits = 0
    render(
      <Profiler id="held" onRender={() => commits++}>
        <Held source={source} />
      </Profiler>,
    )
    const before = commits
    act(() => source.set('b'))
    expect(screen.getByText('b')).toBeTruthy()
    expect(commits - before).toBe(1)
  })

  it('renders a change that happens between the first render and the subscription', () => {
    const source = createSource('early')
    let isFirst = true
    render(
      <Held
        source={source}
        onDraw={() => {
          if (isFirst) source.set('late')
          isFirst = false
        }}
      />,
    )
    expect(screen.getByText('late')).toBeTruthy()
  })

  it('subscribes to one source at a time, and unsubscribes on unmount', () => {
    const [first, second] = [createSource('first'), createSource('second')]
    const { rerender, unmount } = render(<Held source={first} />)
    rerender(<Held source={second} />)
    expect(screen.getByText('second')).toBeTruthy()
    expect([first.count(), second.count()]).toEqual([0, 1])
    rerender(<Held source={undefined} />)
    expect(screen.getByText('nothing')).toBeTruthy()
    unmount()
    expect(second.count()).toBe(0)
  })
})
