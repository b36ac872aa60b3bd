import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-control.ts'
import { popupClass, popupItemClass, popupLayerClass } from '../overlays/popup-class.ts'
import { usePopupPlace } from '../overlays/use-popup-place.ts'
import { SelectTrigger } from './select-trigger.tsx'
import type { SelectOption, SelectProps } from './select-props.ts'

export function SelectPopup({ value, onValueChange, options, ...look }: SelectProps) {
  const field = useFieldControl()
  const { place, noteTrigger } = usePopupPlace()
  const label = options.find((option) => option.value === value)?.label
  return (
    // The content security policy forbids the style elements that Base UI would insert.
    <CSPProvider disableStyleElements>
      <Select.Root
        defaultOpen
        value={value ?? null}
        onValueChange={(next) => next !== null && onValueChange(next)}
        items={options}
        disabled={look.disabled ?? false}
      >
        <Select.Trigger
          ref={noteTrigger}
          render={(props) => <SelectTrigger {...props} {...field} look={look} label={label} />}
        />
        <Select.Portal container={place}>
          <Select.Positioner
            alignItemWithTrigger={false}
            side="bottom"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className={popupLayerClass}
          >
            <Select.Popup
              className={cn(
                popupClass,
                'min-w-(--anchor-width) max-w-[min(26rem,var(--available-width))]',
              )}
            >
              <Select.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto p-1.5">
                {groupOptions(options).map(({ group, members }) =>
                  group === undefined ? (
                    members.map((option) => <Item key={option.value} option={option} />)
                  ) : (
                    <Select.Group key={group}>
                      <Select.GroupLabel className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-ink-faint">
                        {group}
                      </Select.GroupLabel>
                      {members.map((option) => (
                        <Item key={option.value} option={option} />
                      ))}
                    </Select.Group>
                  ),
                )}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </CSPProvider>
  )
}

const Item = ({ option }: { option: SelectOption }) => (
  <Select.Item
    value={option.value}
    disabled={option.disabled ?? false}
    className={cn(popupItemClass, 'py-1.5')}
  >
    <span className="min-w-0 flex-1">
      <Select.ItemText className="block truncate">{option.label}</Select.ItemText>
      {option.hint !== undefined && (
        <span className="line-clamp-2 text-xs text-ink-faint">{option.hint}</span>
      )}
    </span>
    <span className="flex w-4 shrink-0 text-accent">
      <Select.ItemIndicator>
        <Check aria-hidden className="size-4" />
      </Select.ItemIndicator>
    </span>
  </Select.Item>
)

/** Puts options without a group first. The groups follow in the order of their first option. */
function groupOptions(options: readonly SelectOption[]) {
  const groups = new Map<string | undefined, SelectOption[]>([[undefined, []]])
  for (const option of options) {
    const members = groups.get(option.group)
    if (members) members.push(option)
    else groups.set(option.group, [option])
  }
  return [...groups].map(([group, members]) => ({ group, members }))
}
