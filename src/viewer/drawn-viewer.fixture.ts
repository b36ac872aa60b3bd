import { screen } from '@testing-library/react'
import { vi } from 'vitest'

/** Returns the outermost element of the viewer that has drawn its model. */
export const getDrawnViewer = (): HTMLElement | null =>
  screen.getByRole('application').closest<HTMLElement>('[data-state=ready]')

/** Waits until the viewer has drawn its model. */
export const waitUntilDrawn = (): Promise<void> =>
  vi.waitFor(() => {
    if (!getDrawnViewer()) throw new Error('The viewer has not drawn its model yet.')
  })
