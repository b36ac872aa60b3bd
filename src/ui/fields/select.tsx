import { useFieldControl } from './field-control.ts'
import { Loaded } from '../layout/loaded.tsx'
import type { SelectProps } from './select-props.ts'
import { SelectTrigger } from './select-trigger.tsx'
import { useOnDemand } from '../overlays/use-on-demand.ts'

const loadPopup = async () => (await import('./select-popup.tsx')).SelectPopup
const loadSearch = async () => (await import('./select-search.tsx')).SelectSearch

const listLengthMax = 60

export function Select<Value extends string>({
  onValueChange,
  options,
  onPrepare,
  ...rest
}: SelectProps<Value> & {
  onPrepare?: (() => void) | undefined
}) {
  const field = useFieldControl()
  const isLong = options.length > listLengthMax
  const load = isLong ? loadSearch : loadPopup
  const { isWanted, standIn } = useOnDemand(load, isLong ? 'dialog' : 'listbox', onPrepare)
  const chosen = options.find(({ value }) => value === rest.value)

  function onChange(text: string) {
    const option = options.find(({ value }) => value === text)
    if (option) onValueChange(option.value)
  }
  return (
    <Loaded
      key={isLong ? 'search' : 'list'}
      load={load}
      props={{ ...rest, options, onValueChange: onChange }}
      isWanted={isWanted}
      fallback={<SelectTrigger {...field} {...standIn} look={rest} label={chosen?.label} />}
    />
  )
}
