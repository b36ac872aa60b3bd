import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'

const loadInspector = async () => (await import('./uv-inspector.tsx')).UvInspector

/** Shows the UV layout on request, because measuring a large model takes seconds. */
export function UvSection({ editor }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('UV layout')}
      </Button>
      {isOpen && (
        <Loaded
          key={editor.model.url}
          load={loadInspector}
          props={{ editor }}
          fallback={<Spinner label={t('Opening')} className="mx-auto size-4" />}
        />
      )}
    </div>
  )
}
