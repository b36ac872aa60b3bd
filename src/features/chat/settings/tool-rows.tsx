import { useQuery } from '@tanstack/react-query'
import { Badge } from '#ui/feedback/badge.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { chatLibraryQueries } from '../conversations/library-queries.ts'

type ToolChange = { tools?: string[]; allowedTools?: string[] }

type ToolRowsProps = {
  /** Absent: not known. */
  canUseTools: boolean | undefined
  tools: readonly string[]
  allowedTools: readonly string[]
  onChange: (change: ToolChange) => void
}

/** What the model may call in the middle of an answer, and what of it without asking. */
export function ToolRows({ canUseTools, tools, allowedTools, onChange }: ToolRowsProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tools())
  if (known.length === 0) return null
  return (
    <Section
      title="Tools"
      isOpen={tools.length > 0}
      aside={tools.length > 0 && <Badge tone="accent">{tools.length} on</Badge>}
    >
      {canUseTools === false && (
        <p className="pb-2 text-xs text-warning">This model does not support tools.</p>
      )}
      <ul className="flex flex-col gap-2">
        {known.map(({ name, title, description }) => (
          <li key={name}>
            <Switch
              label={title}
              hint={description}
              checked={tools.includes(name)}
              onCheckedChange={(isOn) => onChange({ tools: withName(tools, name, isOn) })}
            />
            {tools.includes(name) && (
              <div className="pl-4">
                <Switch
                  label={<span className="text-ink-muted">Run without asking</span>}
                  checked={allowedTools.includes(name)}
                  onCheckedChange={(isOn) =>
                    onChange({ allowedTools: withName(allowedTools, name, isOn) })
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const withName = (list: readonly string[], name: string, isIn: boolean): string[] => {
  const others = list.filter((one) => one !== name)
  return isIn ? [...others, name] : others
}
