import { useQuery } from '@tanstack/react-query'
import { ToolPicker } from '#ui/fields/tool-picker.tsx'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import type { DraftProps } from './draft-props.ts'

/** Renders the tools of an assistant. An assistant without tools uses the user's default tools. */
export function AssistantTools({ draft, onChange }: DraftProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tools())
  const { tools, ...others } = draft.settings
  if (known.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">May use</legend>
      <ToolPicker
        known={known}
        tools={tools}
        onChange={(next) =>
          onChange({ ...draft, settings: { ...others, ...(next && { tools: next }) } })
        }
      />
    </fieldset>
  )
}
