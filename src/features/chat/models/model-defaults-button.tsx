import { useQuery } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import type { ChatModel } from '#contract/models.ts'
import { chatDefaultsQuery } from '#queries/chat-defaults.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'

const load = async () => (await import('./model-defaults.tsx')).ModelDefaultsEditor

/** Renders a button that opens the person's instructions and params for a model. */
export function ModelDefaultsButton({ model }: { model: ChatModel }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data = [] } = useQuery(chatDefaultsQuery())
  if (model.assistant || model.provider === 'bozzetto') return null
  const isSet = data.some(({ modelId }) => modelId === model.id)
  return (
    <>
      <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('Your defaults')}
        {isSet && <Badge tone="accent">{t('set')}</Badge>}
      </Button>
      <Loaded
        key={model.id}
        load={load}
        isWanted={isOpen}
        props={{ model, isOpen, onClose: () => setIsOpen(false) }}
      />
    </>
  )
}
