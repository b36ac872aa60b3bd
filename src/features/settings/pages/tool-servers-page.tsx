import { McpServers } from '../mcp-servers/mcp-servers.tsx'
import { WebApis } from '../web-apis/web-apis.tsx'

export const ToolServersPage = () => (
  <>
    <McpServers />
    <WebApis />
  </>
)
