import { Braces, RotateCcw, Sparkles } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { ParamIssue } from '#lib/params/check-params.ts'
import type { Model3d, ModelList } from '#contract/models.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { carryOver } from '#lib/params/carry-over.ts'
import { isEqual } from '#lib/params/matches.ts'
import { readPresets } from '#lib/params/presets.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { CameAlong } from './came-along.tsx'
import { focusFirstIssue } from './form/focus-first-issue.ts'
import { JsonTab } from './form/json-tab.tsx'
import { ParamFields } from './form/param-fields.tsx'
import { PresetRow } from './form/preset-row.tsx'
import { useOwnIssues } from './form/use-own-issues.ts'
import { fieldOf, useParamForm } from './form/use-param-form.ts'
import { BillNote } from './tasks/bill-note.tsx'
import { GenerateBar } from './generate-bar.tsx'
import { readMainPicture, withMainPicture } from './picture/main-picture.ts'
import { ModelPicker } from './model-picker.tsx'
import { advisePicture, checkPicture } from './picture/picture.ts'
import { PictureWell } from './picture/picture-well.tsx'
import type { Sample } from './queries.ts'
import { draftOf, sameSettings } from './recipe.ts'
import { studioStore, useStudio, type Draft } from './store.ts'
import { outbox, wantedTasksMax } from './task-batch/outbox.ts'
import { takesSeed, withSeeds } from './task-batch/plan-tasks.ts'
import { SeveralDialog } from './task-batch/several-dialog.tsx'
import { SeveralMenu } from './task-batch/several-menu.tsx'
import { useOutbox } from './task-batch/use-outbox.ts'
import { useGenerate } from './use-generate.ts'
import { useUsual } from './tasks/use-usual.ts'
import type { Upload } from './picture/use-upload.ts'

type SettingsPanelProps = {
  isActive: boolean
  list: ModelList
  models: readonly Model3d[]
  model: Model3d
  upload: Upload
  /** Seconds that a task of this model usually takes. */
  expectedSeconds: number | undefined
  /** The seed of what stands in the canvas, if it was made by this model. */
  lastSeed: number | undefined
  /** Whether the canvas is still empty, and shows the first steps. */
  isCanvasEmpty: boolean
  onFiles: (files: readonly File[]) => void
  onSample: (sample: Sample) => void
  onStarted: (task: Task) => void
  /** What waits already, above the button. */
  line?: ReactNode
}

const noDraft: Draft = {}
const outboxFull = {
  kind: 'error',
  title: 'Only one was started',
  detail: `${wantedTasksMax} tasks wait in this browser already. Wait until some are on their way.`,
} as const

/** Picture, model, params, and the button. Give the model's id as `key`: another model, another form. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { isActive, list, models, model, upload, expectedSeconds, lastSeed } = props
  const root = useRef<HTMLFormElement>(null)
  const picture = useStudio((state) => state.picture)
  const draft = useStudio((state) => state.drafts[model.id] ?? noDraft)
  const main = useMemo(() => readMainPicture(model.paramSchema), [model])
  const [ownIssues, setOwnIssue] = useOwnIssues()

  const values = useMemo(() => withMainPicture(draft, main, picture), [draft, main, picture])
  const presets = useMemo(() => readPresets(model.paramSchema), [model])
  const misfit = main && picture ? checkPicture(picture, main.rules) : undefined
  const mainIssues = useMemo(
    (): ParamIssue[] =>
      main && misfit !== undefined ? [{ path: main.name, message: misfit }] : [],
    [main, misfit],
  )
  const [isJson, setIsJson] = useState(false)
  const carried = useStudio((state) => state.carried)
  const form = useParamForm(model.paramSchema, values, [...ownIssues, ...mainIssues])
  const canSeed = takesSeed(model)
  const seedCount = useOutbox((state) => (canSeed ? state.seedCount : 1))
  const [isSeveral, setIsSeveral] = useState(false)
  const usual = useUsual()
  const others = useRef<CreateTask[]>([])
  const generate = useGenerate({
    started: (task) => {
      // Only once the first one was found good: what is wrong with it is wrong with all.
      if (!outbox.getState().tasksWanted(others.current)) showToast(outboxFull)
      others.current = []
      props.onStarted(task)
    },
    refused: (issues) => {
      form.refused(issues)
      focusIssues(issues)
    },
  })

  const focusIssues = (issues: readonly ParamIssue[]) => {
    const names = new Set(issues.map(({ path }) => fieldOf(path)))
    // After the rendering that shows them.
    requestAnimationFrame(() => root.current && focusFirstIssue(root.current, names))
  }
  const uploading = upload.state.status
  const [waits, setWaits] = useState(false)
  const submit = () => {
    // The picture is on its way: what was pressed holds, and begins with it.
    if (uploading === 'sending') return setWaits(true)
    form.submitted()
    if (form.issues.length > 0) return focusIssues(form.issues)
    const [first = form.sent, ...rest] = withSeeds(model, form.sent, seedCount)
    others.current = rest.map((params) => ({ id: newId(), modelId: model.id, params }))
    generate.start(model.id, first)
  }

  const submitLatest = useEffectEvent(submit)
  useEffect(() => {
    if (!waits || uploading === 'sending') return undefined
    const next = setTimeout(() => {
      setWaits(false)
      if (uploading !== 'failed') submitLatest()
    })
    return () => clearTimeout(next)
  }, [waits, uploading])
  useEffect(() => {
    if (!isActive) return undefined
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      event.preventDefault()
      // What is being typed in a number field counts once the field hears of the key, which is now,
      // and once that is rendered, which is in the next turn.
      setTimeout(() => submitLatest())
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isActive])

  const { changed } = form
  const viewsName = main?.places === undefined ? undefined : main.name
  const change = useCallback(
    (name: string, value: unknown) => {
      const { paramChanged, pictureRemoved } = studioStore.getState()
      paramChanged(model.id, name, value)
      // Emptied views would only be filled with the studio's picture again.
      if (value === undefined && name === viewsName) pictureRemoved()
      changed(name)
    },
    [changed, model.id, viewsName],
  )
  const switchTo = (id: string) => {
    const next = models.find((one) => one.id === id)
    if (!next || next.id === model.id) return
    const { drafts, modelSwitched } = studioStore.getState()
    const to = { schema: next.paramSchema, held: drafts[id] ?? noDraft, name: next.name }
    modelSwitched(id, carryOver({ schema: model.paramSchema, values: draft }, to))
  }
  const takeJson = (params: Record<string, unknown>) => {
    const { draftReplaced, settingsTaken } = studioStore.getState()
    const single = main?.places === undefined ? main : undefined
    if (!single || isEqual(params[single.name], values[single.name])) {
      draftReplaced(model.id, draftOf(model.paramSchema, params, single?.name))
    } else {
      const taken = sameSettings(model, params, undefined)
      settingsTaken(model.id, taken.draft, taken.picture)
    }
  }
  const pictureUrl = picture?.url
  const [checkedUrl, setCheckedUrl] = useState(pictureUrl)
  if (checkedUrl !== pictureUrl) {
    // Another picture: what the server said of the one before is void.
    setCheckedUrl(pictureUrl)
    if (main) changed(main.name)
  }

  return (
    <form
      ref={root}
      noValidate
      aria-label="Settings"
      // Enter in a field ends typing and no more; only the button and its keys start a task.
      onSubmit={(event) => event.preventDefault()}
      className="flex min-h-0 flex-col md:h-full"
    >
      {/* Opaque, so that scrolling it does not paint it anew. */}
      <div className="min-h-0 flex-1 bg-surface-raised md:overflow-y-auto">
        {main && main.places === undefined && (
          <PictureWell
            name={main.name}
            title={main.title}
            rules={main.rules}
            picture={picture}
            upload={upload}
            onFiles={props.onFiles}
            error={misfit ?? form.issueOf(main.name)}
            advice={picture && main && advisePicture(picture, main.rules)}
            hasSamples={picture !== undefined || !props.isCanvasEmpty}
            onSample={props.onSample}
            onPicture={(next) => studioStore.getState().pictureChosen(next)}
            onRemove={() => studioStore.getState().pictureRemoved()}
          />
        )}
        <ModelPicker
          models={models}
          problems={list.problems}
          model={model}
          onPicked={switchTo}
          aside={
            <IconButton
              label="Settings as JSON"
              icon={<Braces aria-hidden />}
              isActive={isJson}
              className="shrink-0"
              onClick={() => {
                setIsJson(!isJson)
                setOwnIssue('', undefined)
              }}
            />
          }
        >
          {carried?.modelId === model.id && (
            <CameAlong carried={carried} onDismiss={() => studioStore.getState().carriedClosed()} />
          )}
          {presets.length > 0 && (
            <PresetRow
              schema={model.paramSchema}
              presets={presets}
              values={draft}
              onPicked={(next) => studioStore.getState().draftReplaced(model.id, next)}
            />
          )}
        </ModelPicker>
        {isJson ? (
          <JsonTab
            schema={model.paramSchema}
            form={form}
            modelId={model.id}
            onChange={takeJson}
            onUnreadable={(message) => setOwnIssue('', message)}
          />
        ) : (
          <ParamFields
            form={form}
            skip={main?.places === undefined ? main?.name : undefined}
            lastSeed={lastSeed}
            onChange={change}
            onUnreadable={setOwnIssue}
          />
        )}
        {Object.keys(draft).length > 0 && (
          <div className="flex justify-end border-t border-line px-3 py-2">
            <Button
              variant="ghost"
              size="sm"
              icon={<RotateCcw aria-hidden />}
              onClick={() => studioStore.getState().draftCleared(model.id)}
            >
              Reset settings
            </Button>
          </div>
        )}
      </div>
      <GenerateBar
        icon={<Sparkles aria-hidden />}
        onPressed={submit}
        isStarting={generate.isStarting || waits}
        expectedSeconds={expectedSeconds}
        price={form.price}
        output={form.output}
        problems={[
          ...form.otherIssues.map(({ message }) => message),
          ...(generate.problem === undefined ? [] : [generate.problem]),
        ]}
        count={seedCount}
        line={
          <>
            {props.line}
            <BillNote
              model={model}
              params={form.sent}
              isPriceWanted={form.price === undefined && form.issues.length === 0}
            />
          </>
        }
        more={<SeveralMenu takesSeed={canSeed} onSeveral={() => setIsSeveral(true)} />}
      />
      {isSeveral && (
        <SeveralDialog
          isOpen
          onClose={() => setIsSeveral(false)}
          form={{ model, draft, picture }}
          models={models}
          usual={usual}
        />
      )}
    </form>
  )
}
