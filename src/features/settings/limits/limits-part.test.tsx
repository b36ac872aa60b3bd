// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LimitState } from '#contract/spending.ts'
// Preload lazy modules, because loading a module during a test could exceed the test's timeout.
import '#ui/overlays/dialog-panel.tsx'
import { limitState } from '#queries/limit.fixture.ts'
import { LimitsPart } from './limits-part.tsx'

afterEach(cleanup)

function open(limits: LimitState[], isAdmin: boolean) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') {
      return Promise.resolve(new Response(JSON.stringify({ limits })))
    }
    asked.push([init.method, path, typeof init.body === 'string' ? JSON.parse(init.body) : ''])
    const answer = init.method === 'PUT' ? JSON.stringify(limitState()) : null
    return Promise.resolve(new Response(answer, { status: answer === null ? 204 : 200 }))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <LimitsPart isAdmin={isAdmin} hasPeople={false} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), asked }
}

describe('LimitsPart', () => {
  it('shows usage, reserved amounts, and a limit that is reached', async () => {
    open(
      [
        limitState({ used: 4, reserved: 2 }),
        limitState({ id: '1'.repeat(20), scope: 'person', name: 'Ben', used: 10 }),
      ],
      true,
    )
    const [server, ben] = await screen.findAllByRole('listitem')
    expect(server?.textContent).toContain('The whole server$4 of $10 a month, $2 reserved')
    expect(ben?.textContent).toContain('Ben$10 of $10 a month: limit reached until 1 December')
  })

  it('sets limits in the units that users type', async () => {
    const { user, asked } = open([], true)
    await user.click(await screen.findByRole('button', { name: 'Add limit' }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByLabelText('At most')
    await user.clear(amount)
    await user.type(amount, '25')
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(asked).toEqual([
        ['PUT', '/api/limits', { scope: 'server', measure: 'usd', period: 'day', amount: 25 }],
      ]),
    )
  })

  it('requires an amount and a person', async () => {
    const { user, asked } = open([], true)
    await user.click(await screen.findByRole('button', { name: 'Add limit' }))
    const dialog = within(await screen.findByRole('dialog'))
    const tryWith = async (text: string) => {
      const amount = dialog.getByLabelText('At most')
      await user.clear(amount)
      if (text !== '') await user.type(amount, text)
      await user.click(dialog.getByRole('button', { name: 'Add' }))
      return dialog.getByRole('alert').textContent
    }
    for (const text of ['', '0']) expect(await tryWith(text)).toMatch(/^Enter/)
    const scope = dialog.getByLabelText('For')
    scope.focus()
    await user.keyboard('{ArrowDown}')
    await user.click(await screen.findByRole('option', { name: 'One model' }))
    expect(await tryWith('5')).toBe('Choose a model.')
    expect(asked).toEqual([])
  })

  it('keeps the account of a limit when the amount is changed', async () => {
    const limit = limitState({ scope: 'person', subject: 'ben', name: 'Ben' })
    const { user, asked } = open([limit], true)
    await user.click(
      await screen.findByRole('button', { name: 'Change the limit of $10 a month for Ben' }),
    )
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByLabelText('At most, in US dollars')
    expect(amount).toHaveProperty('value', '10')
    await user.clear(amount)
    await user.type(amount, '12.50')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const body = { scope: 'person', subject: 'ben', measure: 'usd', period: 'month', amount: 12.5 }
    await waitFor(() => expect(asked).toEqual([['PUT', '/api/limits', body]]))
  })

  it('removes a limit after confirmation', async () => {
    const { user, asked } = open([limitState()], true)
    await user.click(
      await screen.findByRole('button', {
        name: 'Remove the limit of $10 a month for The whole server',
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(asked).toEqual([['DELETE', `/api/limits/${'0'.repeat(20)}`, '']]))
  })

  it('hides limits from users who have none and may not set any', async () => {
    const { asked } = open([], false)
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(asked).toEqual([])
  })
})
