// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FolderKnowledge } from '#contract/chat/library.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'
import { idSchema } from '#contract/id.ts'
import { newId } from '#lib/id.ts'
import '#ui/overlays/menu-popup.tsx'
import './tool-menu.tsx'
import { chatDefaultsQuery, chatParamsQuery } from '#queries/chat-defaults.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import type { ChatModels } from '../models/use-chat-models.ts'
import { folderKnowledgeQuery } from '../queries/folder-knowledge-query.ts'
import { SettingChips } from './setting-chips.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const model: ChatModel = {
  id: 'a/writer',
  name: 'Writer',
  provider: 'a',
  description: '',
  kind: 'chat',
  canReason: true,
  canUseTools: true,
}
const onChange = vi.fn<(settings: ChatSettings) => void>()
const choose = vi.fn<(modelId: string) => void>()
const models: ChatModels = {
  models: [model],
  problems: [],
  isLoading: false,
  modelId: model.id,
  model,
  choose,
  begun: () => {},
  nameOfModel: (id) => id,
  isGuideOnly: false,
  missingDefault: undefined,
  cannotSend: undefined,
  reload: () => {},
}

beforeEach(() => {
  onChange.mockClear()
  choose.mockClear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function inClient(node: React.ReactNode, prepare = (_client: QueryClient) => {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity } },
  })
  client.setQueryData(chatLibraryQueries.tools().queryKey, [
    { name: 'calculator', title: 'Calculator', description: '', parameters: {} },
  ])
  prepare(client)
  render(<QueryClientProvider client={client}>{node}</QueryClientProvider>)
}
const dialog = (onClose = () => {}) => (
  <SettingsDialog
    isOpen
    onClose={onClose}
    models={models}
    settings={{ systemPrompt: 'Be brief.' }}
    onChange={onChange}
  />
)

it('SettingsDialog saves each change at once, and can undo it', async () => {
  inClient(dialog())
  const box = await screen.findByRole('textbox', { name: 'Instructions' })
  const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Undo changes' })
  expect(undo.disabled).toBe(true)
  await userEvent.type(box, ' Please.')
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith({ systemPrompt: 'Be brief. Please.' }),
  )
  await userEvent.click(undo)
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ systemPrompt: 'Be brief.' }))
})

it('SettingsDialog saves the last change when the dialog closes', async () => {
  inClient(dialog())
  await userEvent.type(await screen.findByRole('textbox', { name: 'Instructions' }), '!')
  cleanup()
  expect(onChange).toHaveBeenLastCalledWith({ systemPrompt: 'Be brief.!' })
})

it('SettingsDialog saves other changes while a parameter is not valid, and keeps its stored value', async () => {
  inClient(
    <SettingsDialog
      isOpen
      onClose={() => {}}
      models={models}
      settings={{ systemPrompt: 'Be brief.', params: { user: 'anna' } }}
      onChange={onChange}
    />,
    (client) =>
      client.setQueryData(chatParamsQuery(model.id).queryKey, {
        paramSchema: {
          type: 'object',
          properties: { user: { type: 'string', title: 'User', minLength: 4 } },
        },
        modelId: model.id,
      }),
  )
  const box = await screen.findByRole('textbox', { name: /User/ })
  await userEvent.clear(box)
  await userEvent.type(box, 'ann')
  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), '!')
  expect(screen.getByText(/^Not saved yet/)).toBeDefined()
  cleanup()
  expect(onChange).toHaveBeenLastCalledWith({
    systemPrompt: 'Be brief.!',
    params: { user: 'anna' },
  })
})

it('SettingsDialog saves the number of paid tool calls that need no confirmation, including zero', async () => {
  inClient(dialog())
  await userEvent.click(screen.getByText('Tools', { exact: true }))
  await userEvent.click(await screen.findByRole('switch', { name: /^Calculator/ }))
  const paid = screen.getByRole('spinbutton', { name: 'Paid calls without asking' })
  await userEvent.type(paid, '0')
  await userEvent.tab()
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith({
      systemPrompt: 'Be brief.',
      tools: ['calculator'],
      paidCallsMax: 0,
    }),
  )
})

it('SettingsDialog saves the cost limit for tool calls without confirmation, and can remove it', async () => {
  inClient(dialog())
  await userEvent.click(screen.getByText('Tools', { exact: true }))
  await userEvent.click(await screen.findByRole('switch', { name: /^Calculator/ }))
  const money = screen.getByRole('spinbutton', { name: 'US dollars without asking' })
  await userEvent.type(money, '2.5')
  await userEvent.tab()
  const others = { systemPrompt: 'Be brief.', tools: ['calculator'] }
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ ...others, paidUsdMax: 2.5 }))
  await userEvent.clear(money)
  await userEvent.tab()
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(others))
})

it('SettingsDialog saves the settings as an assistant and opens it', async () => {
  const sent: { address: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) => {
    if (options?.method !== 'PUT') return Promise.resolve(Response.json({ assistants: [] }))
    const assistant = JSON.parse(options.body as string) as object
    sent.push({ address: address, body: assistant })
    const id = address.split('/').at(-1)
    const createdAt = '2026-01-01T00:00:00.000Z'
    return Promise.resolve(Response.json({ ...assistant, id, chats: 0, createdAt }))
  })
  inClient(dialog())
  await userEvent.click(await screen.findByRole('button', { name: 'Save as assistant' }))
  await waitFor(() => expect(location.pathname).toMatch(/^\/chat\/assistants\/[0-9a-z]{20}$/))
  const id = location.pathname.split('/').at(-1)
  expect(idSchema.safeParse(id).success).toBe(true)
  expect(sent).toEqual([
    {
      address: expect.stringContaining(`/api/assistants/${id}`),
      body: {
        name: 'New assistant',
        description: '',
        modelId: 'a/writer',
        settings: { systemPrompt: 'Be brief.' },
        starters: [],
      },
    },
  ])
})

it('SettingChips saves a change of reasoning or tools immediately', async () => {
  inClient(
    <SettingChips
      models={models}
      settings={{ params: { reasoning_effort: 'low', temperature: 1 } }}
      onSettings={onChange}
      onMore={() => {}}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reasoning: Low' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'High' }))
  expect(onChange).toHaveBeenLastCalledWith({
    params: { temperature: 1, reasoning_effort: 'high' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Tools: default' }))
  await userEvent.click(await screen.findByRole('switch', { name: 'Calculator' }))
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ tools: ['calculator'] }))
})

it('SettingsDialog shows where the instructions and params that apply were set', async () => {
  const folder = {
    id: newId(),
    name: 'Pottery',
    conversations: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
  const knowledge: FolderKnowledge = { instructions: 'Talk about clay.', documents: [] }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(knowledge)))
  inClient(
    <SettingsDialog
      isOpen
      onClose={() => {}}
      models={models}
      settings={{ systemPrompt: 'Rhyme.', params: { temperature: 1 } }}
      folderId={folder.id}
      onChange={onChange}
    />,
    (client) => {
      client.setQueryData(chatLibraryQueries.folders().queryKey, [folder])
      client.setQueryData(folderKnowledgeQuery(folder.id).queryKey, knowledge)
      client.setQueryData(chatDefaultsQuery().queryKey, [
        { instructions: 'Use metric units.', params: {} },
        { modelId: model.id, instructions: 'Be brief.', params: { temperature: 0.2, seed: 7 } },
      ])
      client.setQueryData(chatParamsQuery(model.id).queryKey, {
        modelId: model.id,
        paramSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { temperature: { type: 'number', title: 'Temperature' } },
        },
      })
    },
  )
  await userEvent.click(await screen.findByText('What applies here'))
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said.slice(0, 4)).toEqual([
    'All chatsUse metric units.',
    'WriterBe brief.',
    'Folder “Pottery”Talk about clay.',
    'This chatRhyme.',
  ])
  const values = screen.getAllByText('from Writer', { exact: false, selector: 'dd' })
  expect(values.map(({ textContent }) => textContent)).toEqual([
    '1 from This chat, not 0.2 from Writer',
    '7 from Writer',
  ])
})
