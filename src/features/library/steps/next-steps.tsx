import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/library.ts'
import { stepsQuery } from '../queries/steps.ts'
import { StepDialog } from './step-dialog.tsx'

export function NextSteps({ asset }: { asset: Asset }) {
  const { data: steps = [] } = useQuery({
    ...stepsQuery(asset.id),
    enabled: asset.taskId !== undefined,
  })
  const [chosen, setChosen] = useState<Model3d>()
  const [isOpen, setIsOpen] = useState(false)
  if (steps.length === 0) return null
  return (
    <section aria-label={t('Next steps')}>
      <h3 className="mb-1.5 text-xs font-medium text-ink-faint">{t('Next steps')}</h3>
      <div className="flex flex-wrap gap-2">
        {steps.map((step) => (
          <Button
            key={step.id}
            size="sm"
            title={step.description}
            onClick={() => {
              setChosen(step)
              setIsOpen(true)
            }}
          >
            {step.name}
          </Button>
        ))}
      </div>
      {chosen && (
        <StepDialog
          key={chosen.id}
          isOpen={isOpen}
          asset={asset}
          step={chosen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}
