// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import type { ListedModel } from '#contract/model-settings.ts'
import { ModelsPanel } from './models-panel.tsx'

afterEach(cleanup)

const model: ListedModel = {
  id: 'workshop/writer',
  name: 'Writer',
  listedName: 'writer',
  kind: 'chat',
  isOn: true,
  isFavourite: false,
}
const connection = { id: 'workshop', name: 'Workshop' } as Connection

const show = (isFilledIn: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ModelsPanel
        connection={{ id: connection.id, isOwn: false }}
        list={{ models: [{ ...model, isFilledIn }], problems: [], knownDate: '2026-07-01' }}
      />
    </QueryClientProvider>,
  )

it('ModelsPanel shows the date of data from models.dev and can update it', () => {
  show(true)
  expect(screen.getByText('from models.dev and price lists as of', { exact: false })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy()
})

it('ModelsPanel does not mention models.dev if the provider lists all data itself', () => {
  show(false)
  expect(screen.queryByText('models.dev', { exact: false })).toBeNull()
})
