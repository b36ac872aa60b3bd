import { Addresses } from '../addresses.tsx'
import { KeysPart } from '../keys/keys.tsx'
import { McpPart } from '../mcp/mcp-part.tsx'

export const ProgramsPage = () => (
  <>
    <KeysPart />
    <McpPart />
    <Addresses />
  </>
)
