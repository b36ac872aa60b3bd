import FileDown from 'lucide-react/icons/file-down'
import Plug from 'lucide-react/icons/plug'
import type { McpMaterial, McpOffers, McpPrompt } from '#contract/mcp-offers.ts'
import { t } from '#languages/app.ts'
import type { SlashCommand } from '../prompts/slash.ts'
import { fill, read } from './material.ts'

type Acts = {
  openPrompt: (prompt: McpPrompt) => void
  ask: (given: () => Promise<McpMaterial | undefined>) => Promise<void>
}

export function toSlashCommands(
  { prompts, resources }: McpOffers,
  { openPrompt, ask }: Acts,
): SlashCommand[] {
  return [
    ...prompts.map((prompt) => ({
      id: `prompt ${prompt.serverId} ${prompt.name}`,
      name: toCommandName(prompt.serverId, prompt.name),
      hint: t('{title}, from {serverName}', { title: prompt.title, serverName: prompt.serverName }),
      icon: <Plug />,
      onRun: () => {
        if (prompt.arguments.length > 0) openPrompt(prompt)
        else void ask(() => fill(prompt, {}))
      },
    })),
    ...resources.map((resource) => ({
      id: `resource ${resource.serverId} ${resource.uri}`,
      name: toCommandName(resource.serverId, resource.title),
      hint: t('Attach from {serverName}', { serverName: resource.serverName }),
      icon: <FileDown />,
      onRun: () => void ask(() => read(resource)),
    })),
  ]
}

const toCommandName = (serverId: string, name: string): string =>
  `${serverId}:${name.toLowerCase().replaceAll(/[\s/]+/g, '-')}`
