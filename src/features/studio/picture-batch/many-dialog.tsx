import { useEffect, useState } from 'react'
import type { Model3d } from '#contract/models.ts'
import { newId } from '#lib/id.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/studio.ts'
import { batchTasksMax, outbox } from '../task-batch/outbox.ts'
import { paramsFor } from '../task-batch/plan-tasks.ts'
import { usePictureBatch } from '../task-batch/use-picture-batch.ts'
import {
  areViews,
  assignSlots,
  getPictureSlots,
  withoutSlotPictures,
  type PictureSlot,
} from '../state/picture-slots.ts'
import { getSlotValues, putPictures } from '../picture/take-picture.ts'
import type { StudioPicture } from '../state/picture.ts'
import { ChoiceCard } from '#ui/fields/choice-card.tsx'
import { ViewPlaces } from './view-places.tsx'

export type ManyDialogProps = {
  model: Model3d
  files: readonly File[]
  onFirst: (file: File) => void
  onClose: () => void
}

type Meaning = 'views' | 'each' | 'first'

export function ManyDialog({ model, files, onFirst, onClose }: ManyDialogProps) {
  const places = getPictureSlots(model.paramSchema)
  const canView = places.length > 1
  const [eachProblem] = useState(() => findSingleProblem(model))
  const [meaning, setMeaning] = useState<Meaning>(() => {
    const names = files.map(({ name }) => name)
    if (canView && (eachProblem !== undefined || areViews(names, places.length))) return 'views'
    return eachProblem === undefined ? 'each' : 'first'
  })
  const [keys, setKeys] = useState(() =>
    assignSlots(
      places,
      files.map(({ name }) => name),
    ),
  )
  const batch = usePictureBatch()
  const { add } = batch
  const each = files.slice(0, batchTasksMax)
  useEffect(() => add(files.slice(0, batchTasksMax)), [add, files])
  const [problem, setProblem] = useState<string>()

  const fillViews = async () => {
    const taken: { place: PictureSlot; picture: StudioPicture }[] = []
    const isDone = await batch.send((picture, file) => {
      const key = keys[files.indexOf(file)]
      const place = places.find((one) => one.key === key)
      if (place) taken.push({ place, picture })
      return undefined
    })
    putPictures(model, taken, true)
    if (isDone) onClose()
  }
  const makeEach = async () => {
    const draft = readDraftWithoutSides(model)
    const isDone = await batch.send((picture) => {
      const outcome = paramsFor(model, { model, draft, picture }, draft)
      if ('problem' in outcome) return outcome.problem
      const task = { id: newId(), modelId: model.id, params: outcome.params }
      return outbox.getState().tasksWanted([task])
        ? undefined
        : t('Too many tasks are waiting in this browser. Wait until some have been sent.')
    })
    if (isDone) onClose()
  }
  const go = () => {
    setProblem(undefined)
    if (meaning === 'first') {
      const [first] = files
      if (first) onFirst(first)
      return onClose()
    }
    if (meaning === 'each') return void makeEach()
    const missing = places.find(({ isRequired, key }) => isRequired && !keys.includes(key))
    if (missing)
      return setProblem(
        t('{title} is required. Assign one of the pictures to it.', { title: missing.title }),
      )
    void fillViews()
  }
  const viewCount = keys.filter((key) => key !== undefined).length

  return (
    <Dialog
      isOpen
      onClose={() => {
        batch.stop()
        onClose()
      }}
      title={t('{filesCount} pictures', { filesCount: files.length })}
      description={t('How should they be used?')}
      footer={
        <>
          {problem !== undefined && (
            <p role="alert" className="me-auto self-center text-xs text-danger">
              {problem}
            </p>
          )}
          <Button variant="primary" isLoading={batch.isSending} onClick={go}>
            {formatLabel(meaning, meaning === 'views' ? viewCount : each.length)}
          </Button>
        </>
      }
    >
      <fieldset disabled={batch.isSending} className="grid gap-2">
        <legend className="sr-only">{t('How should they be used?')}</legend>
        <ChoiceCard
          name="meaning"
          title={t('Views of one object')}
          hint={
            canView
              ? t('{name} takes up to {placesCount} of them.', {
                  name: model.name,
                  placesCount: places.length,
                })
              : t('{name} takes a single picture. Choose an engine for several views first.', {
                  name: model.name,
                })
          }
          isDisabled={!canView}
          isChosen={meaning === 'views'}
          onChosen={() => setMeaning('views')}
        />
        {meaning === 'views' && (
          <ViewPlaces places={places} files={files} keys={keys} onChange={setKeys} />
        )}
        <ChoiceCard
          name="meaning"
          title={t('One model each')}
          isDisabled={eachProblem !== undefined}
          hint={
            eachProblem ??
            (each.length < files.length
              ? t('The first {eachCount} become one task each, with the current settings.', {
                  eachCount: each.length,
                })
              : t('{eachCount} tasks, with the current settings.', { eachCount: each.length }))
          }
          isChosen={meaning === 'each'}
          onChosen={() => setMeaning('each')}
        />
        <ChoiceCard
          name="meaning"
          title={t('Only the first')}
          hint={files[0]?.name ?? ''}
          isChosen={meaning === 'first'}
          onChosen={() => setMeaning('first')}
        />
      </fieldset>
      {batch.isSending && (
        <div className="mt-3">
          <Progress
            label={t('{sentCount} of {filesCount} sent', {
              sentCount: batch.sentCount,
              filesCount: batch.files.length,
            })}
            value={batch.sentCount / Math.max(1, batch.files.length)}
          />
        </div>
      )}
      {batch.problems.size > 0 && (
        <ul role="alert" className="mt-3 grid gap-1 text-xs text-danger">
          {[...batch.problems].map(([file, reason]) => (
            <li key={file.name}>
              <b className="font-medium">{file.name}</b>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** The form's pictures of other sides show another object than the new pictures. */
const readDraftWithoutSides = (model: Model3d) =>
  withoutSlotPictures(model.paramSchema, getSlotValues(model).draft)

/** Returns why a model cannot be made from one picture, for example if it needs two sides. */
function findSingleProblem(model: Model3d): string | undefined {
  const draft = readDraftWithoutSides(model)
  const outcome = paramsFor(model, { model, draft, picture: anyPicture }, draft)
  return 'problem' in outcome ? outcome.problem : undefined
}

const anyPicture: StudioPicture = { id: 'a'.repeat(20), url: '/', name: '' }

function formatLabel(meaning: Meaning, count: number): string {
  switch (meaning) {
    case 'views':
      return count === 1 ? t('Use 1 view') : t('Use {count} views', { count })
    case 'each':
      return count === 1 ? t('Make 1 model') : t('Make {count} models', { count })
    case 'first':
      return t('Use it')
  }
}
