import { useQuery } from '@tanstack/react-query'
import { FileDown, Plug } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { McpMaterial, McpOffers, McpPrompt } from '#contract/mcp-offers.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import type { SlashCommand } from '../prompts/slash.ts'

type Message = {
  type: (words: string) => void
  addFiles: (files: readonly File[]) => void
}

/** Servers are asked again for what they offer after so long. */
const freshMs = 60_000
const loadOffers = () => import('./material.ts')

/**
 * What `/` offers of MCP servers, once somebody has typed it: their prompts, and what they let one read.
 *
 * @param openPrompt asks for the arguments of a prompt.
 */
export function useServerOffers(openPrompt: (prompt: McpPrompt) => void, message: Message) {
  const [isWanted, setIsWanted] = useState(false)
  const { data } = useQuery({
    queryKey: ['mcp-offers'],
    queryFn: async ({ signal }) => (await loadOffers()).listOffers(signal),
    enabled: isWanted,
    staleTime: freshMs,
    retry: false,
  })
  const on = useLatest({
    want: () => setIsWanted(true),
    openPrompt,
    insert: async (material: McpMaterial) => {
      if (material.text !== '') message.type(material.text)
      message.addFiles((await loadOffers()).filesOf(material))
    },
    ask: async (given: () => Promise<McpMaterial | undefined>) => {
      const material = await given()
      if (material) await on.insert(material)
    },
  })
  const commands = useMemo(() => (data ? commandsOf(data, on) : none), [data, on])
  return { commands, want: on.want, insert: (material: McpMaterial) => void on.insert(material) }
}

const none: readonly SlashCommand[] = []

type Acts = {
  openPrompt: (prompt: McpPrompt) => void
  ask: (given: () => Promise<McpMaterial | undefined>) => Promise<void>
}

function commandsOf({ prompts, resources }: McpOffers, { openPrompt, ask }: Acts): SlashCommand[] {
  return [
    ...prompts.map((prompt) => ({
      id: `prompt ${prompt.serverId} ${prompt.name}`,
      name: wordOf(prompt.serverId, prompt.name),
      hint: `${prompt.title}, from ${prompt.serverName}`,
      icon: <Plug />,
      onRun: () => {
        if (prompt.arguments.length > 0) openPrompt(prompt)
        else void ask(async () => (await loadOffers()).fill(prompt, {}))
      },
    })),
    ...resources.map((resource) => ({
      id: `resource ${resource.serverId} ${resource.uri}`,
      name: wordOf(resource.serverId, resource.title),
      hint: `Attach from ${resource.serverName}`,
      icon: <FileDown />,
      onRun: () => void ask(async () => (await loadOffers()).read(resource)),
    })),
  ]
}

/** A command has no spaces, and nothing that ends it. */
const wordOf = (serverId: string, name: string): string =>
  `${serverId}:${name.toLowerCase().replaceAll(/[\s/]+/g, '-')}`
