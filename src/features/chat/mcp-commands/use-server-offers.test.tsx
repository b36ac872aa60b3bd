// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { McpMaterial, McpOffers, McpPrompt } from '#contract/mcp-offers.ts'
import { ServerPromptDialog } from './server-prompt-dialog.tsx'
import { useServerOffers } from './use-server-offers.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const about = { serverId: 'far', serverName: 'Far', description: '' }
const offers: McpOffers = {
  prompts: [
    {
      ...about,
      name: 'review',
      title: 'Review a part',
      arguments: [{ name: 'part', description: 'Which one', isRequired: true }],
    },
  ],
  resources: [{ ...about, title: 'The plan', uri: 'file:///plan.md' }],
}

it('useServerOffers lists prompts with a form for their arguments, and resources as files', async () => {
  const asked: [string, unknown][] = []
  const answers: Record<string, McpMaterial | McpOffers> = {
    offers,
    prompt: { text: 'Review the ear.', files: [] },
    resource: {
      text: '',
      files: [{ name: 'plan.md', mimeType: 'text/plain', base64: btoa('Bear') }],
    },
  }
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push([path, typeof init?.body === 'string' && JSON.parse(init.body)])
    return Promise.resolve(new Response(JSON.stringify(answers[path.split('/').at(-1) ?? ''])))
  })
  const typed: string[] = []
  const files: string[] = []
  const Box = () => {
    const [prompt, setPrompt] = useState<McpPrompt>()
    const { commands, want, insert } = useServerOffers(setPrompt, {
      type: (words) => typed.push(words),
      addFiles: (added) => files.push(...added.map(({ name }) => name)),
    })
    return (
      <>
        <button type="button" onClick={want}>
          /
        </button>
        {commands.map(({ id, name, onRun }) => (
          <button key={id} type="button" onClick={onRun}>
            {name}
          </button>
        ))}
        <ServerPromptDialog prompt={prompt} onClose={() => {}} onDone={insert} />
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Box />
    </QueryClientProvider>,
  )
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '/' }))
  fireEvent.click(await screen.findByRole('button', { name: 'far:the-plan' }))
  await waitFor(() => expect(files).toEqual(['plan.md']))

  fireEvent.click(screen.getByRole('button', { name: 'far:review' }))
  const part = await screen.findByRole('textbox', { name: 'part' })
  const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Insert into message' })
  expect(done.disabled).toBe(true)
  fireEvent.change(part, { target: { value: 'ear' } })
  fireEvent.click(done)
  await waitFor(() => expect(typed).toEqual(['Review the ear.']))
  expect(asked.at(-1)).toEqual([
    '/api/mcp-servers/far/prompt',
    { name: 'review', arguments: { part: 'ear' } },
  ])
})
