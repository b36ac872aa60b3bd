import { useDeferredValue, useId, type ReactNode } from 'react'
import { groupFields, type Field } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { FieldRow } from './field-row.tsx'
import type { ParamForm } from './use-param-form.ts'

type ParamFieldsProps = {
  form: ParamForm
  /** Name of the main picture's field, which is rendered elsewhere. */
  skip: string | undefined
  lastSeed: number | undefined
  onChange: (name: string, value: unknown) => void
  onUnreadable: (name: string, message: string | undefined) => void
}

const firstFields = 16

/**
 * Renders all fields in their groups, with the advanced ones collapsed at the end. The first screen
 * of a long form is rendered at once, the rest with low priority.
 */
export function ParamFields({ form, skip, lastSeed, onChange, onUnreadable }: ParamFieldsProps) {
  const shown = form.fields.filter(({ name }) => name !== skip && form.visible.has(name))
  const count = useDeferredValue(Infinity, firstFields)
  const drawn = shown.filter(({ advanced }) => !advanced).slice(0, count)
  const plain = groupFields(drawn)
  const advanced = count < Infinity ? [] : shown.filter((field) => field.advanced)
  const groups = groupFields(advanced)
  const changed = advanced.filter(({ name }) => ownValue(form.values, name) !== undefined).length

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
  return (
    <>
      {plain.map(({ name, title, fields }) => (
        <Block key={name} title={title} size={fields.length}>
          {fields.map(row)}
        </Block>
      ))}
      {advanced.length > 0 && (
        <div
          ref={showUnfolded}
          className="scroll-mb-24 border-t border-line px-3 py-1 lg:scroll-mb-0"
        >
          <PanelSection
            title="Advanced"
            isOpen={false}
            aside={changed > 0 && <Badge tone="accent">{changed} changed</Badge>}
          >
            {groups.map(({ name, title, fields }) => (
              <div key={name} className="grid gap-2.5">
                {groups.length > 1 && <h4 className="text-xs text-ink-faint">{title}</h4>}
                {fields.map(row)}
              </div>
            ))}
          </PanelSection>
        </div>
      )}
    </>
  )
}

/** Scrolls an opened section at the end of the panel into view. */
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

/**
 * Uses `content-visibility`, so that hidden sections cost no layout. Their height is estimated from
 * the number of rows.
 */
function Block({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      style={{ containIntrinsicHeight: `auto ${size * 2.7 + 3}rem` }}
      className="grid gap-2.5 border-t border-line px-4 py-3.5 [content-visibility:auto]"
    >
      <h3 id={id} className="text-xs font-medium text-ink-faint">
        {title}
      </h3>
      {children}
    </section>
  )
}
