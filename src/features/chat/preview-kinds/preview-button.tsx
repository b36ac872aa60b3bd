import Eye from 'lucide-react/icons/eye'
import { createContext, use } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import type { Preview } from './preview-kinds.ts'

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
    <Button
      size="sm"
      variant="ghost"
      icon={<Eye aria-hidden />}
      onClick={() => open({ kind, code: lines.flat().join('\n') })}
    >
      {t('Preview')}
    </Button>
  )
}
