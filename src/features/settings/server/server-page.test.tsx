// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverSettingNames, type ServerSetting } from '#contract/server-settings.ts'
import { ServerPage } from './server-page.tsx'

let settings: ServerSetting[]
let asked: unknown[]
beforeEach(() => {
  asked = []
  settings = serverSettingNames.map((name) => ({
    name,
    value: name === 'BOZZETTO_LOG' ? 'info' : '5',
    defaultValue: '5',
    source: 'default',
  }))
})
afterEach(cleanup)

const replace = (name: string, value: string, source: ServerSetting['source']) => {
  settings = settings.map((one) => (one.name === name ? { ...one, value, source } : one))
}

function open() {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET') return Promise.resolve(Response.json({ settings }))
    const body = JSON.parse(init.body as string) as { value?: string }
    asked.push([init.method, path, body])
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (body.value === '0') {
      return Promise.resolve(
        Response.json({ code: 'bad_request', message: 'Too small.' }, { status: 400 }),
      )
    }
    replace(name, body.value ?? '5', body.value === undefined ? 'default' : 'page')
    return Promise.resolve(Response.json(settings.find((one) => one.name === name)))
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServerPage />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const hours = 'Hours between two backups'

describe('ServerPage', () => {
  it('saves a text, and then offers to restore the default', async () => {
    const user = open()
    const field = await screen.findByLabelText(hours)
    await waitFor(() => expect(field).toHaveProperty('value', '5'))
    await user.clear(field)
    await user.type(field, '12{Enter}')
    const useDefault = await screen.findByRole('button', { name: `Use the default for ${hours}` })
    await user.click(useDefault)
    await waitFor(() => expect(field).toHaveProperty('value', '5'))
    expect(asked).toEqual([
      ['PUT', '/api/settings/BOZZETTO_BACKUP_HOURS', { value: '12' }],
      ['PUT', '/api/settings/BOZZETTO_BACKUP_HOURS', {}],
    ])
  })

  it('shows the server’s error message and keeps the typed text if the server refuses the value', async () => {
    const user = open()
    const field = await screen.findByLabelText(hours)
    await waitFor(() => expect(field).toHaveProperty('value', '5'))
    await user.clear(field)
    await user.type(field, '0')
    await user.click(screen.getByRole('button', { name: `Save ${hours}` }))
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Too small.')
    expect(field).toHaveProperty('value', '0')
  })

  it('names the variable of a setting that only the environment can change', async () => {
    replace('BOZZETTO_BACKUP_HOURS', '48', 'environment')
    open()
    expect(await screen.findByText('Set by BOZZETTO_BACKUP_HOURS')).toBeTruthy()
    expect(screen.getByLabelText(hours)).toHaveProperty('disabled', true)
  })
})
