import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { makeVersion } from '#api/library.ts'
import { explainError } from '#lib/explain.ts'
import type { Asset } from '#contract/assets.ts'
import type { ChangeStep } from '#contract/change-model.ts'
import { newId } from '#lib/id.ts'
import { assetsKey } from '#queries/assets.ts'
import { withClient } from '#queries/with-client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/library.ts'
import { ChangeFields } from './change-fields.tsx'
import { toChangeSteps, suggestedValues } from './change-values.ts'
import type { ModelChange } from './changes.ts'

type ChangeDialogProps = { isOpen: boolean; asset: Asset; change: ModelChange; onClose: () => void }

export function ChangeDialog({ isOpen, asset, change, onClose }: ChangeDialogProps) {
  const formId = useId()
  const [, navigate] = useLocation()
  const [values, setValues] = useState(() => suggestedValues(asset))
  // Keep the id for retries, so that a retry creates no second version.
  const [id, setId] = useState(newId)
  const version = useMakeVersion()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const steps = toChangeSteps(change.kind, values)

  function begin(event: FormEvent) {
    event.preventDefault()
    if (!steps || version.isPending) return
    const abort = (running.current = new AbortController())
    const wish = { sourceId: asset.id, id, steps, signal: abort.signal }
    version.mutate(wish, {
      onSuccess: (made) => {
        onClose()
        navigate(`/library/${made.id}`)
      },
    })
  }
  const stop = () => {
    running.current?.abort()
    setId(newId())
    version.reset()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        stop()
        onClose()
      }}
      title={`${change.name}: ${asset.name}`}
      description={t('{hint} Makes a new version; this one stays as it is.', { hint: change.hint })}
      footer={
        <>
          {version.isPending && (
            <Button className="me-auto" onClick={stop}>
              {t('Cancel')}
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isLoading={version.isPending}
            disabled={!steps}
          >
            {change.name}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={begin} noValidate className="flex flex-col gap-5">
        <ChangeFields
          kind={change.kind}
          values={values}
          onChange={(part) => {
            setId(newId())
            version.reset()
            setValues({ ...values, ...part })
          }}
        />
        {version.isPending && <Progress label={t('Making the new version')} value={undefined} />}
        {version.error && (
          <p role="alert" className="text-pretty text-danger">
            {explainError(version.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type VersionWish = { sourceId: string; id: string; steps: ChangeStep[]; signal: AbortSignal }

const useMakeVersion = () =>
  useMutation({
    mutationFn: ({ sourceId, id, steps, signal }: VersionWish) =>
      makeVersion(sourceId, { id, steps }, signal),
    onSuccess: withClient((client) => client.invalidateQueries({ queryKey: assetsKey })),
  })
