import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { McpMaterial, McpPrompt } from '#contract/mcp-offers.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import type { SlashCommand } from '../prompts/slash.ts'

type Message = {
  type: (words: string) => void
  addFiles: (files: readonly File[]) => void
}

const freshMs = 60_000
const loadOffers = () => import('./material.ts')
const loadCommands = async () => (await import('./offer-commands.tsx')).toSlashCommands

/**
 * Returns the commands of MCP servers for the `/` menu. Loads the commands when the user first
 * types `/`.
 * @param openPrompt opens the form for the arguments of a prompt.
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
      message.addFiles((await loadOffers()).toMessageFiles(material))
    },
    ask: async (given: () => Promise<McpMaterial | undefined>) => {
      const material = await given()
      if (material) await on.insert(material)
    },
  })
  const code = useLoadedCode(loadCommands, isWanted)
  const commands = useMemo(() => (data && code ? code(data, on) : none), [data, code, on])
  return { commands, want: on.want, insert: (material: McpMaterial) => void on.insert(material) }
}

const none: readonly SlashCommand[] = []
