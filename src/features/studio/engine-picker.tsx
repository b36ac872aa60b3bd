import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Model3d, ProviderProblem } from '#contract/models.ts'
import { formatRoughDuration } from '#lib/format.ts'
import { useProblemsFor } from '#queries/model-problems.ts'
import { formatProblem, useProviderName } from '#queries/provider-name.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/studio.ts'

type EnginePickerProps = {
  models: readonly Model3d[]
  problems: readonly ProviderProblem[]
  model: Model3d
  /** Estimates the duration of a task of a model in milliseconds. */
  usualMsOf: (modelId: string) => number | undefined
  onPicked: (modelId: string) => void
  onPrepare: () => void
  children?: ReactNode
}

export function EnginePicker({
  models,
  problems,
  model,
  usualMsOf,
  onPicked,
  onPrepare,
  children,
}: EnginePickerProps) {
  const nameOfProvider = useProviderName()
  const concerning = useProblemsFor('3d', problems)
  const section = useRef<HTMLElement>(null)
  useEffect(() => keepFocus(section.current, model.id), [model.id])
  const hasProviders = new Set(models.map(({ provider }) => provider)).size > 1
  return (
    <section
      ref={section}
      aria-label={t('Engine')}
      data-place="engine"
      className="grid gap-2 px-4 py-2"
    >
      <div className="grid gap-1.5">
        <div className="flex justify-between gap-3 text-xs text-ink-muted">
          <span aria-hidden>{t('Made by')}</span>
          {hasProviders && <span className="truncate">{nameOfProvider(model.provider)}</span>}
        </div>
        <FormField label={t('Engine')} isLabelHidden>
          <Select
            value={model.id}
            onValueChange={(id) => {
              pickedId = id
              onPicked(id)
            }}
            onPrepare={onPrepare}
            options={models.map(({ id, name, provider }) => {
              const usualMs = usualMsOf(id)
              return {
                value: id,
                label: name,
                ...(hasProviders && { group: nameOfProvider(provider) }),
                ...(usualMs !== undefined && { hint: formatRoughDuration(usualMs / 1000) }),
              }
            })}
          />
        </FormField>
      </div>
      <ModelText key={model.id} model={model} />
      {concerning.map(({ provider, message }) => (
        <p key={provider} className="flex gap-1.5 text-xs text-pretty text-ink-faint">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          <span>{formatProblem(nameOfProvider(provider), message)}</span>
        </p>
      ))}
      {children}
    </section>
  )
}

/**
 * Selected model, for restoring the focus. The new form replaces the list of models together with
 * the focused element.
 */
let pickedId: string | undefined

function keepFocus(section: HTMLElement | null, modelId: string): void {
  if (pickedId !== modelId) return
  pickedId = undefined
  if (document.activeElement !== document.body) return
  section?.querySelector('button')?.focus({ preventScroll: true })
}

/** Number of Latin letters up to which the limits of a model are always shown. */
const shownLength = 140

/** Chinese, Japanese and Korean letters, which are twice as wide as Latin ones. */
const wideLetter = /[\u3000-\u9FFF\uAC00-\uD7AF]/g

function ModelText({ model: { description, limits } }: { model: Model3d }) {
  const [isOpen, setIsOpen] = useState(false)
  const text = `${description ?? ''} ${limits ?? ''}`
  const isLong = text.replaceAll(wideLetter, '$&$&').length > shownLength
  const isFolded = isLong && limits !== undefined
  return (
    <div className="text-xs text-pretty text-ink-muted">
      <p>
        {description}
        {(!isFolded || isOpen) && <span className="text-ink-faint"> {limits}</span>}
      </p>
      {isFolded && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="not-coarse:min-h-6 touch-target rounded-sm font-medium text-ink-muted underline-offset-2 hover:text-ink hover:underline"
        >
          {isOpen ? t('Show less') : t('About this engine')}
        </button>
      )}
    </div>
  )
}
