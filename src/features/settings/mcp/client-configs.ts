import { t } from '#languages/settings.ts'

export type ClientConfig = {
  id: string
  name: string
  where: string
  text: string
}

const block = (value: unknown) => JSON.stringify(value, undefined, 2)

/**
 * Returns configurations for common MCP clients.
 * @param url address of `/mcp` in this browser.
 * @param key the API key, or a placeholder.
 */
export function clientConfigs(url: string, key: string): ClientConfig[] {
  const headers = { Authorization: `Bearer ${key}` }
  const isLocal = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)
  const insecure = url.startsWith('http:') && !isLocal ? ['--allow-http'] : []
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      where: t('Run it in a terminal.'),
      text: `claude mcp add --transport http bozzetto ${url} --header "Authorization: Bearer ${key}"`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      where: t('Add it to .cursor/mcp.json, in a project or your home folder.'),
      text: block({ mcpServers: { bozzetto: { url, headers } } }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      where: t('Add it to .vscode/mcp.json.'),
      text: block({ servers: { bozzetto: { type: 'http', url, headers } } }),
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      where: t(
        'Add it to claude_desktop_config.json. It needs Node, which runs the bridge mcp-remote. On Windows, make "command" cmd and begin "args" with "/c", "npx".',
      ),
      text: block({
        mcpServers: {
          bozzetto: {
            command: 'npx',
            args: [
              '-y',
              'mcp-remote',
              url,
              '--header',
              `Authorization: Bearer ${key}`,
              ...insecure,
            ],
          },
        },
      }),
    },
    {
      id: 'other',
      name: t('Other'),
      where: t('For any client that takes a Streamable HTTP server by its address.'),
      text: block({ mcpServers: { bozzetto: { type: 'http', url, headers } } }),
    },
  ]
}
