import { useFieldControl } from './field-control.ts'
import { Loaded } from '../layout/loaded.tsx'
import { SelectTrigger } from './select-trigger.tsx'
import { useOnDemand } from '../overlays/use-on-demand.ts'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  /** A second line in the list. */
  hint?: string | undefined
  /** Options of one group stand together under its name. */
  group?: string | undefined
  disabled?: boolean | undefined
}

export type SelectProps<Value extends string = string> = {
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** `ghost` has no border: for headers and toolbars. */
  variant?: 'control' | 'ghost' | undefined
  className?: string | undefined
  'aria-label'?: string | undefined
}

const load = async () => (await import('./select-popup.tsx')).SelectPopup

/** One of many, in a list that opens. */
export function Select<Value extends string>({
  onValueChange,
  options,
  ...rest
}: SelectProps<Value>) {
  const field = useFieldControl()
  const { isWanted, standIn } = useOnDemand(load, 'listbox')
  const chosen = options.find(({ value }) => value === rest.value)

  function onChange(text: string) {
    const option = options.find(({ value }) => value === text)
    if (option) onValueChange(option.value)
  }
  return (
    <Loaded
      load={load}
      props={{ ...rest, options, onValueChange: onChange }}
      isWanted={isWanted}
      fallback={<SelectTrigger {...field} {...standIn} look={rest} label={chosen?.label} />}
    />
  )
}
