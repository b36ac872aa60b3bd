import { useQuery } from '@tanstack/react-query'
import { cn } from '#ui/cn.ts'
import { Addresses } from '../addresses.tsx'
import { KeysPart } from '../keys/keys.tsx'
import { McpPart } from '../mcp/mcp-part.tsx'
import { settingsQueries } from '../queries/settings-queries.ts'

export function ProgramsPage() {
  const { isPending } = useQuery(settingsQueries.keys())
  return (
    <>
      <KeysPart />
      {/* Stays invisible until the keys are loaded, so that nothing visible moves. */}
      <div className={cn('contents', isPending && 'invisible')}>
        <McpPart />
        <Addresses />
      </div>
    </>
  )
}
