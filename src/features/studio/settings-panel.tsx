import Braces from 'lucide-react/icons/braces'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { Model3d, ModelList } from '#contract/models.ts'
import type { Task } from '#contract/tasks.ts'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { useIsWide } from '#ui/layout/use-is-wide.ts'
import { t } from '#languages/studio.ts'
import { ParamFields } from './form/param-fields.tsx'
import { GenerateBar } from './generate-bar.tsx'
import { EnginePicker } from './engine-picker.tsx'
import { findSideFields, PictureCard } from './picture-card.tsx'
import type { Upload } from './picture/use-upload.ts'
import { findEmptyPictures } from './state/find-empty-pictures.ts'
import { isMadeOtherwise } from './state/made-otherwise.ts'
import type { Sample } from './state/queries.ts'
import type { StudioPicture } from './state/picture.ts'
import { studioStore, useStudio } from './state/store.ts'
import { takesSeed } from './task-batch/seeds.ts'
import { SeveralMenu } from './task-batch/several-menu.tsx'
import { useOutbox } from './task-batch/use-outbox.ts'
import { useDurationEstimates } from './tasks/use-duration-estimates.ts'
import { loadForSwitch, useModelForm } from './use-model-form.ts'
import { useSubmit, useSubmitKeys } from './use-submit.ts'

const loadJson = async () => (await import('./form/json-tab.tsx')).JsonTab
const loadCarried = async () => (await import('./carry-over-note.tsx')).CarryOverNote
const loadPresets = async () => (await import('./form/preset-row.tsx')).PresetRow
const loadOwnRunLine = async () => (await import('./tasks/own-run-line.tsx')).OwnRunLine
const loadBill = async () => (await import('./late-parts.ts')).BillNote
const loadLimitNote = async () => (await import('./tasks/limit-note.tsx')).ModelLimitNote
const loadMadeWith = async () => (await import('./made-with.tsx')).MadeWith
const loadSeveral = async () => (await import('./task-batch/several-dialog.tsx')).SeveralDialog

type SettingsPanelProps = {
  isActive: boolean
  list: ModelList
  models: readonly Model3d[]
  model: Model3d
  upload: Upload
  lastSeed: number | undefined
  isCanvasEmpty: boolean
  /** The model on the canvas. */
  asset: Asset | undefined
  /** True if the model on the canvas was, or is being, made from this form. */
  isMade: boolean
  tasks: readonly Pick<Task, 'pictureUrl'>[]
  onFiles: (files: readonly File[]) => void
  onPicture: (picture: StudioPicture | undefined) => void
  onSample: (sample: Sample) => void
  onStarted: (task: Task) => void
  line?: ReactNode
}

/**
 * Renders picture, model, params and the main button. Set the model's id as `key` of this
 * component.
 */
export function SettingsPanel(props: SettingsPanelProps) {
  const { list, models, model, upload } = props
  const root = useRef<HTMLFormElement>(null)
  useEffect(() => {
    for (const load of [loadSeveral, loadJson, loadCarried]) prefetch(load)
  }, [])
  const modelForm = useModelForm(model)
  const { form, draft, picture, single, misfit } = modelForm
  const skip = [single?.name ?? '', ...findSideFields(form).map(({ name }) => name)]
  const canSeed = takesSeed(model)
  const seedCount = useOutbox((state) => (canSeed ? state.seedCount : 1))
  const { onStarted } = props
  const task = useSubmit({ model, form, upload, seedCount, root, onStarted })
  const beside = useOtherModel(props, single && picture)
  useSubmitKeys(props.isActive && !beside, task.submit)
  const [isJson, setIsJson] = useState(false)
  const [isSeveral, setIsSeveral] = useState(false)
  const isPictureMissing = single !== undefined && picture === undefined
  // Without a picture, nobody can judge a setting. Changed settings always stay visible.
  const isWaiting = isPictureMissing && props.isCanvasEmpty && Object.keys(draft).length === 0
  const isWide = useIsWide(48)
  const presets = !isWaiting && <Presets model={model} />
  const usual = useDurationEstimates()
  const job = { modelId: model.id, params: form.sent, picture }

  if (beside) {
    return <Loaded load={loadMadeWith} props={{ ...beside, models, line: props.line }} />
  }
  return (
    <form
      ref={root}
      noValidate
      aria-label={t('Settings')}
      onSubmit={(event) => event.preventDefault()}
      className="flex min-h-0 flex-col md:h-full"
    >
      {/* The opaque background avoids repaints during scrolling. */}
      <div className="relative min-h-0 flex-1 bg-surface md:overflow-y-auto">
        {!props.isCanvasEmpty && (
          <h2 className="px-4 pt-3.5 font-medium">{t('Settings of the next model')}</h2>
        )}
        {!isWide && presets}
        <PictureCard
          single={single}
          misfit={misfit}
          picture={picture}
          form={form}
          upload={upload}
          hasSamples={picture === undefined && !props.isCanvasEmpty}
          onFiles={props.onFiles}
          onSample={props.onSample}
          onPicture={props.onPicture}
          onChange={modelForm.change}
          onUnreadable={modelForm.setOwnIssue}
        />
        <EnginePicker
          models={models}
          problems={list.problems}
          model={model}
          usualMsOf={(id) => usual.totalMs(id === model.id ? job : { modelId: id, picture })}
          onPrepare={loadForSwitch}
          onPicked={(id) => void modelForm.switchTo(models.find((one) => one.id === id))}
        >
          <CarriedNote model={model} />
        </EnginePicker>
        {isWide && presets}
        {isJson ? (
          <Loaded
            load={loadJson}
            props={{
              schema: model.paramSchema,
              form,
              modelId: model.id,
              onChange: modelForm.replaceAll,
              onUnreadable: (message: string | undefined) => modelForm.setOwnIssue('', message),
            }}
          />
        ) : (
          !isWaiting && (
            <ParamFields
              form={form}
              skip={skip}
              lastSeed={props.lastSeed}
              onChange={modelForm.change}
              onUnreadable={modelForm.setOwnIssue}
            />
          )
        )}
        <div className="flex flex-wrap justify-between gap-2 px-3 pb-3">
          <Button
            variant="ghost"
            size="sm"
            icon={<Braces aria-hidden />}
            aria-pressed={isJson}
            onClick={() => {
              setIsJson(!isJson)
              modelForm.setOwnIssue('', undefined)
            }}
          >
            {t('Settings as text (JSON)')}
          </Button>
          {Object.keys(draft).length > 0 && <ResetButton modelId={model.id} />}
        </div>
      </div>
      <GenerateBar
        icon={<Sparkles aria-hidden />}
        onPressed={task.submit}
        isStarting={task.isStarting}
        isMade={props.isMade}
        missing={describeMissing(
          isPictureMissing ? 'picture' : findEmptyPictures(model.paramSchema, form.values),
        )}
        usualMs={usual.rangeMs(job)}
        price={form.price}
        output={form.output}
        problems={[
          ...form.otherIssues.map(({ message }) => message),
          ...(task.problem === undefined ? [] : [task.problem]),
        ]}
        count={seedCount}
        line={
          <>
            {props.line}
            {task.ownRun && <Loaded load={loadOwnRunLine} props={task.ownRun} />}
            <Loaded
              load={loadLimitNote}
              props={{ model, hasPicture: picture !== undefined }}
              isWanted={picture !== undefined && task.problem === undefined}
            />
            <Loaded
              load={loadBill}
              props={{
                model,
                params: form.sent,
                isPriceWanted: form.price === undefined && form.issues.length === 0,
              }}
            />
          </>
        }
        more={<SeveralMenu takesSeed={canSeed} onSeveral={() => setIsSeveral(true)} />}
      />
      {isSeveral && (
        <Loaded
          load={loadSeveral}
          props={{
            isOpen: true,
            onClose: () => setIsSeveral(false),
            form: { model, draft, picture },
            models,
            usual,
          }}
        />
      )}
    </form>
  )
}

/**
 * Returns the model on the canvas if it was made otherwise than the form says, and a function that
 * shows the form again. A change of the picture shows the form, too.
 */
function useOtherModel(
  { asset, tasks }: Pick<SettingsPanelProps, 'asset' | 'tasks'>,
  picture: StudioPicture | undefined,
): { asset: Asset; onBack: () => void } | undefined {
  const [opened, setOpened] = useState({ id: asset?.id, picture })
  if (opened.id !== asset?.id) setOpened({ id: asset?.id, picture })
  if (!asset || !picture || opened.picture !== picture) return undefined
  if (!isMadeOtherwise(asset, picture, tasks)) return undefined
  return { asset, onBack: () => setOpened({ id: asset.id, picture: undefined }) }
}

/** On phones, the picture fills the screen above, so the presets come before its settings. */
const Presets = ({ model }: { model: Model3d }) =>
  model.paramSchema['x-presets'] !== undefined && (
    <div className="px-4 pb-2 max-md:pt-3 max-md:pb-0">
      <Loaded load={loadPresets} props={{ model }} fallback={<div className="h-22.5" />} />
    </div>
  )

function CarriedNote({ model }: { model: Model3d }) {
  const carried = useStudio((state) => state.carried)
  return (
    carried?.modelId === model.id && (
      <Loaded
        load={loadCarried}
        props={{ carried, onDismiss: () => studioStore.getState().carriedClosed() }}
      />
    )
  )
}

const ResetButton = ({ modelId }: { modelId: string }) => (
  <Button
    variant="ghost"
    size="sm"
    icon={<RotateCcw aria-hidden />}
    onClick={() => studioStore.getState().draftCleared(modelId)}
  >
    {t('Reset settings')}
  </Button>
)

function describeMissing(kind: 'picture' | 'pictures' | 'views' | undefined): string | undefined {
  if (kind === undefined) return undefined
  return kind === 'pictures' ? t('Choose pictures first.') : t('Choose a picture first.')
}
