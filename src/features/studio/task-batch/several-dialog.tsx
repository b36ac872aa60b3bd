import { useState } from 'react'
import type { Model3d } from '#contract/models.ts'
import type { CreateTask } from '#contract/tasks.ts'
import { formatRoughDuration } from '#lib/format.ts'
import { newId } from '#lib/id.ts'
import { formatPrice } from '#lib/params/price.ts'
import { ownValue } from '#lib/own-value.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/studio.ts'
import { readMainPicture } from '../state/main-picture.ts'
import type { DurationEstimates } from '../tasks/task-eta.ts'
import { studioStore } from '../state/store.ts'
import { batchTasksMax, outbox, seedCounts, outboxTasksMax } from './outbox.ts'
import { paramsFor, priceOfAll, type FilledForm } from './plan-tasks.ts'
import { takesSeed, withSeeds } from './seeds.ts'
import { SeveralPictures } from './several-pictures.tsx'
import { useOutbox } from './use-outbox.ts'
import { usePictureBatch } from './use-picture-batch.ts'

type SeveralDialogProps = {
  isOpen: boolean
  onClose: () => void
  form: FilledForm
  models: readonly Model3d[]
  usual: DurationEstimates
}

type Plan = { model: Model3d; params: Record<string, unknown> }

export function SeveralDialog({ isOpen, onClose, form, models, usual }: SeveralDialogProps) {
  const seedCount = useOutbox((state) => state.seedCount)
  const [otherIds, setOtherIds] = useState<ReadonlySet<string>>(new Set())
  const [isFull, setIsFull] = useState(false)
  const batch = usePictureBatch()
  const { drafts } = studioStore.getState()

  const candidates = [form.model, ...models.filter(({ id }) => id !== form.model.id)].map(
    (model) => {
      const stand = batch.files.length > 0 ? { ...form, draft: withoutPicture(form) } : form
      const outcome = paramsFor(model, stand, ownValue(drafts, model.id) ?? {})
      const needsPicture = readMainPicture(model.paramSchema) !== undefined
      const isPictureToCome = batch.files.length > 0 && needsPicture
      const problem = 'problem' in outcome && !isPictureToCome ? outcome.problem : undefined
      return { model, problem, params: 'params' in outcome ? outcome.params : {} }
    },
  )
  const chosen = candidates.filter(
    ({ model, problem }) =>
      problem === undefined && (model.id === form.model.id || otherIds.has(model.id)),
  )
  const pictureCount = Math.max(1, batch.files.length)
  const once: Plan[] = chosen.flatMap(({ model, params }) =>
    withSeeds(model, params, seedCount).map((seeded) => ({ model, params: seeded })),
  )
  const count = once.length * pictureCount
  const price = priceOfAll(once)
  const total = price && { ...price, amount: price.amount * pictureCount }
  const lastsMs = longest(once, usual)
  const isTooMuch = count > batchTasksMax

  async function make() {
    setIsFull(false)
    if (batch.files.length === 0) {
      if (add(once)) onClose()
      else setIsFull(true)
      return
    }
    const isDone = await batch.send((picture) => {
      const stand = { ...form, picture, draft: withoutPicture(form) }
      const plans: Plan[] = []
      for (const { model } of chosen) {
        const outcome = paramsFor(
          model,
          stand,
          withoutPicture(form, ownValue(drafts, model.id), model),
        )
        if ('problem' in outcome) return `${model.name}: ${outcome.problem}`
        for (const params of withSeeds(model, outcome.params, seedCount)) {
          plans.push({ model, params })
        }
      }
      return add(plans) ? undefined : fullSentence
    })
    if (isDone) onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        batch.stop()
        onClose()
      }}
      title={t('Make several')}
      description={t(
        'One task per seed, engine and picture. They are queued and continue without this page.',
      )}
      footer={
        <>
          <p aria-live="polite" className="me-auto self-center text-xs text-ink-muted tabular-nums">
            {isTooMuch ? (
              <span className="text-danger">
                {t('{count} tasks; at most {batchTasksMax} at once.', { count, batchTasksMax })}
              </span>
            ) : (
              [
                count === 1 ? t('1 task') : t('{count} tasks', { count }),
                total && formatPrice(total),
                lastsMs !== undefined && formatRoughDuration((lastsMs * pictureCount) / 1000),
              ]
                .filter(Boolean)
                .join(' · ')
            )}
          </p>
          <Button
            variant="primary"
            disabled={isTooMuch || count === 0}
            isLoading={batch.isSending}
            onClick={() => void make()}
          >
            {count === 1 ? t('Make it') : t('Make {count}', { count })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <section aria-label={t('Seeds')} className="grid gap-1.5">
          <h3 className="font-medium">{t('Seeds')}</h3>
          <SegmentedControl
            label={t('Seeds')}
            value={String(seedCount)}
            onValueChange={(value) => outbox.getState().seedCountPicked(Number(value))}
            options={seedCounts.map((value) => ({ value: String(value), label: String(value) }))}
            className="w-full"
          />
          {seedCount > 1 && chosen.some(({ model }) => !takesSeed(model)) && (
            <p className="text-xs text-pretty text-ink-faint">
              {t('{chosen} does not use seeds and runs once.', {
                chosen: chosen
                  .map(({ model }) => (takesSeed(model) ? undefined : model.name))
                  .join(' '),
              })}
            </p>
          )}
        </section>
        {candidates.length > 1 && (
          <section aria-label={t('Engines')} className="grid gap-1">
            <h3 className="font-medium">{t('Engines')}</h3>
            {candidates.map(({ model, problem }) => (
              <Switch
                key={model.id}
                label={model.name}
                hint={problem ?? describeUsual(usual, model)}
                checked={
                  problem === undefined && (model.id === form.model.id || otherIds.has(model.id))
                }
                disabled={model.id === form.model.id || problem !== undefined}
                onCheckedChange={(isOn) =>
                  setOtherIds((held) => {
                    const next = new Set(held)
                    if (isOn) next.add(model.id)
                    else next.delete(model.id)
                    return next
                  })
                }
              />
            ))}
          </section>
        )}
        <SeveralPictures batch={batch} />
        {candidates[0]?.problem !== undefined && (
          <p role="alert" className="text-pretty text-danger">
            {candidates[0].problem}
          </p>
        )}
        {isFull && (
          <p role="alert" className="text-pretty text-danger">
            {fullSentence}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const add = (plans: readonly Plan[]): boolean =>
  outbox
    .getState()
    .tasksWanted(
      plans.map(({ model, params }): CreateTask => ({ id: newId(), modelId: model.id, params })),
    )

const fullSentence = t(
  '{outboxTasksMax} tasks are already waiting in this browser. Wait until some have been sent.',
  { outboxTasksMax },
)

function withoutPicture(form: FilledForm, draft = form.draft, model = form.model) {
  const main = readMainPicture(model.paramSchema)
  if (!main) return draft
  const { [main.name]: _picture, ...rest } = draft
  return rest
}

const describeUsual = (usual: DurationEstimates, { id: modelId }: Model3d): string | undefined => {
  const ms = usual.totalMs({ modelId })
  return ms === undefined ? undefined : formatRoughDuration(ms / 1000)
}

/**
 * Returns the total duration of the slowest provider, because providers work at the same time.
 * Undefined if a duration is unknown.
 */
function longest(plans: readonly Plan[], usual: DurationEstimates): number | undefined {
  const sums = new Map<string, number>()
  for (const { model } of plans) {
    const ms = usual.totalMs({ modelId: model.id })
    if (ms === undefined) return undefined
    sums.set(model.provider, (sums.get(model.provider) ?? 0) + ms)
  }
  return sums.size === 0 ? undefined : Math.max(...sums.values())
}
