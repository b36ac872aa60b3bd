import { useQuery } from '@tanstack/react-query'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import { toggleListItem } from '../settings/settings-change.ts'
import type { DraftProps } from './draft-props.ts'

/** Renders the tools of an assistant. An assistant without tools uses the user's default tools. */
export function AssistantTools({ draft, onChange }: DraftProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tools())
  const { tools, ...others } = draft.settings
  if (known.length === 0) return null
  const usual = known.flatMap(({ name, isDefault }) => (isDefault ? name : []))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">May use</legend>
      <SegmentedControl
        label="Tools"
        value={tools ? 'chosen' : 'usual'}
        onValueChange={(value) =>
          onChange({
            ...draft,
            settings: value === 'chosen' ? { ...others, tools: usual } : others,
          })
        }
        options={[
          { value: 'usual', label: 'Usual tools' },
          { value: 'chosen', label: 'Chosen tools' },
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
                onCheckedChange={() =>
                  onChange({
                    ...draft,
                    settings: { ...others, tools: toggleListItem(tools, name) },
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
