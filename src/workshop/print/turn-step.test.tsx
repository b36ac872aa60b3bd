// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { Vector3 } from 'three'
import { afterEach, expect, it } from 'vitest'
import type { DrainStage } from './drain-stage.tsx'
import { TurnStep } from './turn-step.tsx'

afterEach(cleanup)

const renderButton = (label: string) => <button type="button">{label}</button>

type Stage = ReactElement<Parameters<typeof DrainStage>[0]>

function show() {
  const onStage: ReactNode[] = []
  const putOnStage = (node: ReactNode) => {
    onStage.push(node)
    return () => void onStage.splice(onStage.indexOf(node), 1)
  }
  render(<TurnStep putOnStage={putOnStage} go={renderButton} />)
  const row = screen.getByRole<HTMLDetailsElement>('group')
  act(() => {
    row.open = true
    row.dispatchEvent(new Event('toggle'))
  })
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }))
  const { onSpot } = (onStage[0] as Stage).props
  act(() => onSpot({ at: [0, 0, 0], normal: [1, 0, 0], onStage: new Vector3() }))
  return { onStage, row }
}

it('can be cancelled after a side was clicked', () => {
  const { onStage } = show()
  expect(screen.getByRole('button', { name: 'Lay down' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onStage).toEqual([])
  expect(screen.queryByRole('button', { name: 'Lay down' })).toBeNull()
})

it('stops picking when the row is folded', () => {
  const { onStage, row } = show()
  act(() => {
    row.open = false
    row.dispatchEvent(new Event('toggle'))
  })
  expect(onStage).toEqual([])
})
