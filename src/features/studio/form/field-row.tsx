import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import { memo, useId, useMemo, useState } from 'react'
import type { Field } from '#lib/params/read-fields.ts'
import { cn } from '#ui/cn.ts'
import { FieldContext } from '#ui/fields/field-control.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { t } from '#languages/studio.ts'
import { ChoiceControl, isWide } from './choice-control.tsx'
import { FieldNotice } from '../picture/notice.tsx'
import { hasSlider, NumberControl } from './number-control.tsx'
import { SeedControl } from './seed-control.tsx'
import { isLongText } from './long-text.ts'
import { loadChoices, loadJson, loadPictures, loadText } from './control-loaders.ts'

export type FieldRowProps = {
  field: Field
  value: unknown
  error: string | undefined
  notice: string | undefined
  noticeEffect: string | undefined
  lastSeed: number | undefined
  onChange: (name: string, value: unknown) => void
  onLeft: (name: string) => void
  onUnreadable: (name: string, message: string | undefined) => void
}

/**
 * Renders a param with label, control and error. Memoized, so that typing stays fast in a form with
 * two hundred params.
 */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, error, value, onLeft } = props
  const id = useId()
  const [isExplained, setIsExplained] = useState(false)
  const { description } = field
  const labelId = `${id}-label`
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isOn = value === undefined ? field.default === true : value === true
  const notice = props.notice ?? (isOn ? field.warning : undefined)

  const context = useMemo(() => {
    const describedBy = [error !== undefined && errorId, description !== undefined && hintId]
    return {
      labelId,
      control: {
        id,
        'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : (true as const),
        'aria-required': field.required ? (true as const) : undefined,
      },
    }
  }, [id, labelId, errorId, hintId, error, description, field.required])

  return (
    <div
      data-param={field.name}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeft(field.name)
      }}
      className={cn(
        'grid gap-x-3 gap-y-1',
        field.kind === 'boolean' || isSingleChoice(field)
          ? 'grid-cols-[1fr_auto]'
          : !needsWidth(field) && 'grid-cols-[6.75rem_minmax(0,1fr)]',
      )}
    >
      <div className="flex min-h-8 min-w-0 items-center gap-1 self-start coarse:min-h-11">
        <label id={labelId} htmlFor={id} className="min-w-0 text-pretty text-ink-muted">
          {field.title}
          {showsUnit(field) && (
            <span className="text-ink-faint"> ({translateSentence(field.unit ?? '')})</span>
          )}
        </label>
        {description !== undefined && (
          <button
            type="button"
            aria-label={t('About {title}', { title: field.title })}
            aria-expanded={isExplained}
            data-tooltip={description}
            onClick={() => setIsExplained(!isExplained)}
            className="touch-target -m-1.5 shrink-0 rounded-full p-1.5 text-ink-faint hover:text-ink aria-expanded:text-accent"
          >
            <Info aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
      <div className="flex min-h-8 min-w-0 flex-col justify-center coarse:min-h-11">
        <FieldContext value={context}>
          <Control {...props} />
        </FieldContext>
      </div>
      {description !== undefined && (
        <p
          id={hintId}
          className={
            isExplained ? 'col-span-full pb-1 text-xs text-pretty text-ink-faint' : 'sr-only'
          }
        >
          {description}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} role="alert" className="col-span-full flex gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {notice !== undefined && error === undefined && (
        <FieldNotice effect={props.notice === undefined ? undefined : props.noticeEffect}>
          {notice}
        </FieldNotice>
      )}
    </div>
  )
})

const isSingleChoice = (field: Field): boolean =>
  field.kind === 'enum' && field.choices.length === 1 && !field.required

/**
 * Returns whether the label shows the unit, which is unnecessary if the title or the number field
 * shows the unit.
 */
const showsUnit = ({ title, unit, kind, widget, min, max }: Field): boolean =>
  unit !== undefined &&
  !title.toLowerCase().includes(unit.toLowerCase().replace(/s$/, '')) &&
  (kind === 'enum' || (min !== undefined && max !== undefined && widget !== 'number'))

const needsWidth = (field: Field): boolean =>
  ['picture', 'pictures', 'views', 'choices', 'json'].includes(field.kind) ||
  isLongText(field) ||
  isWide(field) ||
  hasSlider(field)

function Control({ field, value, lastSeed, onChange, onUnreadable }: FieldRowProps) {
  const change = (next: unknown) => onChange(field.name, next)
  switch (field.kind) {
    case 'number':
    case 'integer':
      return <NumberControl field={field} value={value} onChange={change} />
    case 'seed':
      return <SeedControl field={field} value={value} lastSeed={lastSeed} onChange={change} />
    case 'boolean':
      return (
        <Switch
          checked={value === undefined ? field.default === true : value === true}
          onCheckedChange={change}
        />
      )
    case 'choices':
      return <Loaded load={loadChoices} props={{ field, value, onChange: change }} />
    case 'enum':
      return <ChoiceControl field={field} value={value} onChange={change} />
    case 'text':
      return <Loaded load={loadText} props={{ field, value, onChange: change }} />
    case 'picture':
    case 'pictures':
    case 'views':
      return <Loaded load={loadPictures} props={{ field, value, onChange: change }} />
    case 'json':
      return (
        <Loaded
          load={loadJson}
          props={{
            field,
            value,
            onChange: change,
            onUnreadable: (message: string | undefined) => onUnreadable(field.name, message),
          }}
        />
      )
  }
}
