import { useId, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { explainError } from '#lib/explain.ts'
import type { Asset } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import { newId } from '#lib/id.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import { readForm } from '#lib/params/effective-params.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { formatPrice, calculatePrice } from '#lib/params/price.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/library.ts'
import { useStartStep } from '../queries/steps.ts'
import { StepField } from './step-field.tsx'

type StepDialogProps = { isOpen: boolean; asset: Asset; step: Model3d; onClose: () => void }

export function StepDialog({ isOpen, asset, step, onClose }: StepDialogProps) {
  const formId = useId()
  const [, navigate] = useLocation()
  const [values, setValues] = useState<Params>({})
  const [areIssuesShown, setAreIssuesShown] = useState(false)
  // Keep the id for retries, so that a retry creates no second task.
  const [taskId, setTaskId] = useState(newId)
  const start = useStartStep()
  const { sent: params, visible } = readForm(step.paramSchema, values)
  const issues = checkParams(step.paramSchema, params)
  const price = calculatePrice(step.paramSchema, params)

  function set(name: string, value: unknown) {
    setTaskId(newId())
    start.reset()
    // Store `null` for a cleared field. Cleared fields are not sent.
    setValues((held) => ({ ...held, [name]: value ?? null }))
  }
  function begin(event: FormEvent) {
    event.preventDefault()
    setAreIssuesShown(true)
    if (issues.length > 0 || start.isPending) return
    start.mutate(
      { id: taskId, modelId: step.id, params, sourceAssetId: asset.id },
      {
        onSuccess: () => {
          setTaskId(newId())
          onClose()
          showToast({
            kind: 'success',
            title: t('{name} has started', { name: step.name }),
            detail: t('The new model will be in the library.'),
            action: { label: t('Show progress'), onSelect: () => navigate('/') },
          })
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${step.name}: ${asset.name}`}
      description={step.description}
      footer={
        <>
          <span className="me-auto self-center text-xs text-ink-muted tabular-nums">
            {price ? formatPrice(price) : t('Billed by the service.')}
          </span>
          <Button variant="primary" type="submit" form={formId} isLoading={start.isPending}>
            {t('Start')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={begin} noValidate className="flex flex-col gap-5">
        {readFields(step.paramSchema)
          .filter(({ name }) => visible.has(name))
          .map((field) => (
            <StepField
              key={field.name}
              field={field}
              value={ownValue(params, field.name)}
              error={
                areIssuesShown ? issues.find(({ path }) => path === field.name)?.message : undefined
              }
              onChange={(value) => set(field.name, value)}
            />
          ))}
        {start.error && (
          <p role="alert" className="text-pretty text-danger">
            {explainError(start.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
