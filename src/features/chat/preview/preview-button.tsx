import Play from 'lucide-react/icons/play'
import { createContext, use } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { Preview } from './previews.ts'

export const OpenPreview = createContext<((preview: Preview) => void) | undefined>(undefined)

export function PreviewButton({
  kind,
  lines,
}: {
  kind: Preview['kind']
  lines: readonly (readonly string[])[]
}) {
  const open = use(OpenPreview)
  if (!open) return null
  return (
    <IconButton
      size="sm"
      label="Preview"
      icon={<Play aria-hidden />}
      onClick={() => open({ kind, code: lines.flat().join('\n') })}
    />
  )
}
