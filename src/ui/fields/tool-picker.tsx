import { toggleListItem } from '#lib/toggle-list-item.ts'
import { t } from '#languages/app.ts'
import { SegmentedControl } from './segmented-control.tsx'
import { Switch } from './switch.tsx'

type ToolPickerProps = {
  known: readonly {
    name: string
    title: string
    from?: string | undefined
    isDefault?: boolean | undefined
  }[]
  /** Names of the chosen tools. Undefined for the usual tools. */
  tools: readonly string[] | undefined
  onChange: (tools: string[] | undefined) => void
}

/** Renders a choice between the usual tools and a list of chosen tools. */
export const ToolPicker = ({ known, tools, onChange }: ToolPickerProps) => (
  <>
    <SegmentedControl
      label={t('Tools')}
      value={tools ? 'chosen' : 'usual'}
      onValueChange={(value) => onChange(value === 'chosen' ? usualTools(known) : undefined)}
      options={[
        { value: 'usual', label: t('Usual tools') },
        { value: 'chosen', label: t('Chosen tools') },
      ]}
    />
    {tools && (
      <ul className="card divide-y divide-line px-4">
        {known.map(({ name, title, from }) => (
          <li key={name} className="py-0.5">
            <Switch
              label={title}
              hint={from}
              checked={tools.includes(name)}
              onCheckedChange={() => onChange(toggleListItem(tools, name))}
            />
          </li>
        ))}
      </ul>
    )}
  </>
)

const usualTools = (known: ToolPickerProps['known']): string[] =>
  known.flatMap(({ name, isDefault }) => (isDefault ? name : []))
