import { useQuery } from '@tanstack/react-query'
import { listChatTools } from '#api/chat/library.ts'
import { toggleListItem } from '#lib/toggle-list-item.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { ToolPicker } from '#ui/fields/tool-picker.tsx'
import { t } from '#languages/settings.ts'
import type { ScheduleDraft } from './schedule-draft.ts'

type ScheduleToolsProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/**
 * Renders the tools of a scheduled question. The user chooses which tools may run without approval.
 */
export function ScheduleTools({ draft, onChange }: ScheduleToolsProps) {
  const { data: known = [] } = useQuery({
    queryKey: chatKeys.tools,
    queryFn: ({ signal }) => listChatTools(signal),
  })
  if (known.length === 0) return null
  const { tools, allowedTools = [], ...others } = draft
  const usual = known.flatMap(({ name, isDefault }) => (isDefault ? name : []))
  const isOn = (name: string) => (tools ?? usual).includes(name)
  const change = (next: readonly string[] | undefined, allowed: readonly string[]) =>
    onChange({
      ...others,
      ...(next && { tools: [...next] }),
      ...(allowed.length > 0 && { allowedTools: [...allowed] }),
    })
  const on = known.filter(({ name }) => isOn(name))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium">{t('Tools')}</legend>
      <ToolPicker known={known} tools={tools} onChange={(next) => change(next, allowedTools)} />
      {on.length > 0 && (
        <details className="card px-4 py-2">
          <summary className="cursor-pointer py-1 font-medium">
            {t('May act without asking ({allowedToolsCount} of {onCount})', {
              allowedToolsCount: allowedTools.length,
              onCount: on.length,
            })}
          </summary>
          <p className="pb-1 text-xs text-pretty text-ink-muted">
            {t(
              'Nobody is there to approve a call that costs money, sends something or changes data. Such a call is refused, unless you turn its tool on here. It then runs each time, within the limits below.',
            )}
          </p>
          <ul className="divide-y divide-line">
            {on.map(({ name, title, from, allowedAs = name }) => (
              <li key={name} className="py-0.5">
                <Switch
                  label={title}
                  hint={from}
                  checked={allowedTools.includes(allowedAs)}
                  onCheckedChange={() => change(tools, toggleListItem(allowedTools, allowedAs))}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}
