// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dragConversation } from './row/drag-conversation.ts'
import { DropPlace } from './drop-place.tsx'

afterEach(cleanup)

function fakeTransfer() {
  const data = new Map<string, string>()
  return {
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    effectAllowed: 'all',
    dropEffect: 'none',
  }
}

function show() {
  const onConversation = vi.fn<(id: string) => void>()
  render(
    <>
      <button type="button" draggable onDragStart={(event) => dragConversation(event, 'c-1')}>
        A chat
      </button>
      <DropPlace onConversation={onConversation}>Recipes</DropPlace>
    </>,
  )
  return onConversation
}

describe('DropPlace', () => {
  it('accepts a conversation that is dropped on it', () => {
    const onConversation = show()
    const dataTransfer = fakeTransfer()
    fireEvent.dragStart(screen.getByText('A chat'), { dataTransfer })
    expect(fireEvent.dragOver(screen.getByText('Recipes'), { dataTransfer })).toBe(false)
    expect(dataTransfer.dropEffect).toBe('move')
    fireEvent.drop(screen.getByText('Recipes'), { dataTransfer })
    expect(onConversation).toHaveBeenCalledExactlyOnceWith('c-1')
  })

  it('ignores files and text', () => {
    const onConversation = show()
    const dataTransfer = fakeTransfer()
    dataTransfer.setData('text/plain', 'c-1')
    expect(fireEvent.dragOver(screen.getByText('Recipes'), { dataTransfer })).toBe(true)
    expect(fireEvent.drop(screen.getByText('Recipes'), { dataTransfer })).toBe(true)
    expect(onConversation).not.toHaveBeenCalled()
  })
})
