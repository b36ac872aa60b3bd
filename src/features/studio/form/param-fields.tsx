import ChevronRight from 'lucide-react/icons/chevron-right'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useDeferredValue, useId, useState, type ReactNode } from 'react'
import { createBrowserSetting, createSwitchFormat } from '#lib/browser/browser-setting.ts'
import { groupFields, type Field, type FieldGroup } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { t } from '#languages/studio.ts'
import { FieldRow } from './field-row.tsx'
import type { ParamForm } from './use-param-form.ts'

type ParamFieldsProps = {
  form: ParamForm
  skip: readonly string[]
  lastSeed: number | undefined
  onChange: (name: string, value: unknown) => void
  onUnreadable: (name: string, message: string | undefined) => void
}

/** Browser setting: whether *More options* was open when the user last used the form. */
const moreOptions = createBrowserSetting({
  key: 'bozzetto.more-options',
  fallback: false,
  ...createSwitchFormat('open', 'closed'),
})

/** Number of fields before *More options* if the schema marks no field as important. */
const frontMax = 6

function splitFields(fields: readonly Field[]): { front: Field[]; rest: Field[] } {
  const plain = fields.filter(({ advanced }) => !advanced)
  const marked = plain.filter(({ important, required }) => important || required)
  const isMarked = fields.some(({ important }) => important)
  const front = isMarked ? marked : plain.slice(0, frontMax)
  const isFront = new Set(front)
  const behind = fields.filter((field) => !isFront.has(field))
  return {
    front,
    rest: [...behind.filter(({ advanced }) => !advanced), ...behind.filter((one) => one.advanced)],
  }
}

export function ParamFields({ form, skip, lastSeed, onChange, onUnreadable }: ParamFieldsProps) {
  const shown = form.fields.filter(({ name }) => !skip.includes(name) && form.visible.has(name))
  const { front, rest } = splitFields(shown)
  // Only the first value counts, because a later change must not close a section that the user
  // reads.
  const [isOpenAtStart] = useState(moreOptions.read)
  const isRestDrawn = useDeferredValue(true, false)
  const drawn = isRestDrawn ? rest : []
  const changed = rest.filter(({ name }) => ownValue(form.values, name) !== undefined).length

  const row = (field: Field) => (
    <FieldRow
      key={field.name}
      field={field}
      value={ownValue(form.values, field.name)}
      error={form.issueOf(field.name)}
      notice={form.noticeOf(field.name)?.message}
      noticeEffect={form.noticeOf(field.name)?.effect}
      lastSeed={field.kind === 'seed' ? lastSeed : undefined}
      onChange={onChange}
      onLeft={form.left}
      onUnreadable={onUnreadable}
    />
  )
  const block = ({ name, title, fields }: FieldGroup, isQuiet: boolean) => (
    <Block key={name} title={title} size={fields.length} isQuiet={isQuiet}>
      {fields.map(row)}
    </Block>
  )
  return (
    <>
      {groupFields(front).map((group) => block(group, rest.length > 0))}
      {rest.length > 0 && (
        <div ref={showUnfolded} className="scroll-mb-24 px-4 pt-1 pb-3 md:scroll-mb-0">
          <details
            open={isOpenAtStart}
            onToggle={(event) => moreOptions.write(event.currentTarget.open)}
            className="group/more card"
          >
            <summary className="flex min-h-10 list-none items-center gap-2.5 rounded-lg px-3 font-medium select-none hover:bg-hover coarse:min-h-11">
              <SlidersHorizontal aria-hidden className="size-4 text-ink-muted" />
              <span className="flex-1">{t('More options')}</span>
              {changed > 0 && (
                <span className="font-normal text-ink-muted">
                  {t('{changed} changed', { changed })}
                </span>
              )}
              <ChevronRight
                aria-hidden
                className="size-3.5 text-ink-faint transition-transform group-open/more:rotate-90"
              />
            </summary>
            {groupFields(drawn).map((group) => block(group, false))}
          </details>
        </div>
      )}
    </>
  )
}

function showUnfolded(box: HTMLDivElement) {
  const toggled = (event: Event) => {
    const { target } = event
    if (target instanceof HTMLDetailsElement && target.open) {
      box.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
    }
  }
  // `toggle` events do not bubble, so listen in the capture phase.
  box.addEventListener('toggle', toggled, true)
  return () => box.removeEventListener('toggle', toggled, true)
}

type BlockProps = {
  title: string
  size: number
  /** True for a group without a title, because a group of few important fields needs none. */
  isQuiet: boolean
  children: ReactNode
}

/**
 * `content-visibility` saves the layout of hidden sections. Their height is estimated from the
 * number of rows.
 */
function Block({ title, size, isQuiet, children }: BlockProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      style={{ containIntrinsicHeight: `auto ${size * 2.7 + 2.5}rem` }}
      className="grid gap-2.5 px-4 py-2 [content-visibility:auto]"
    >
      <h3 id={id} className={isQuiet ? 'sr-only' : 'text-xs font-medium text-ink-muted'}>
        {title}
      </h3>
      {children}
    </section>
  )
}
