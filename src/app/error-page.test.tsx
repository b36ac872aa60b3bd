// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UnexpectedAnswerError } from '#api/http/errors.ts'
import { ErrorBoundary } from './error-page.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Broken({ error }: { error: Error }): never {
  throw error
}

const show = (error: Error) =>
  render(
    <ErrorBoundary>
      <Broken error={error} />
    </ErrorBoundary>,
  )

describe('ErrorBoundary', () => {
  it('shows an error page without the error’s own message', () => {
    show(new TypeError('x is not a function'))
    expect(screen.getByRole('alert').textContent).toContain('This page has crashed')
    expect(screen.getByRole('alert').textContent).not.toContain('x is not')
  })

  it.each([
    [
      new UnexpectedAnswerError('The server answered in a way that this page does not know.'),
      'Bozzetto was updated',
    ],
    [
      new TypeError('Failed to fetch dynamically imported module: /assets/chat-1.js'),
      'Part of this page could not be loaded',
    ],
  ])('suggests to reload if a file of the page is missing or unreachable: %s', (error, title) => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('ok'))
    show(error)
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  })

  it('shows a page again when a server that was away is back', async () => {
    vi.spyOn(globalThis, 'fetch')
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(new Response('ok'))
    let isAway = true
    const Page = () => {
      if (isAway) throw new TypeError('Failed to fetch dynamically imported module: /a.js')
      return 'All of it'
    }
    render(
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>,
    )
    expect(screen.getByRole('alert')).toBeTruthy()
    isAway = false
    expect(await screen.findByText('All of it')).toBeTruthy()
  })
})
