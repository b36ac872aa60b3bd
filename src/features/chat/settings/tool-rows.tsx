import { useQuery } from '@tanstack/react-query'
import { paidCallsMaxDefault, type ChatTool } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { getToolHint } from '#queries/tool-hints.ts'
import { t } from '#languages/app.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import { getToolsOn } from './chosen-tools.ts'

export type ToolChange = {
  tools?: string[] | undefined
  allowedTools?: string[]
  paidCallsMax?: number | undefined
  paidUsdMax?: number | undefined
}

type ToolRowsProps = {
  model: ChatModel | undefined
  tools: string[] | undefined
  allowedTools: readonly string[]
  /** Maximum number of paid calls without confirmation. Undefined for the default. */
  paidCallsMax: number | undefined
  /** Cost limit of paid calls without confirmation, in US dollars. Undefined for no limit. */
  paidUsdMax: number | undefined
  onChange: (change: ToolChange) => void
}

export function ToolRows({
  model,
  tools: chosen,
  allowedTools,
  paidCallsMax,
  paidUsdMax,
  onChange,
}: ToolRowsProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tools())
  if (known.length === 0) return null
  const tools = getToolsOn({ ...(chosen && { tools: chosen }) }, model, known)
  return (
    <PanelSection
      title={t('Tools')}
      isOpen={chosen !== undefined}
      aside={
        tools.length > 0 && (
          <Badge tone="accent">{t('{toolsCount} on', { toolsCount: tools.length })}</Badge>
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <p className="text-xs text-ink-muted">
          {chosen
            ? t('Chosen for this chat.')
            : model?.canUseTools === true
              ? t('Your usual tools, as chosen in Settings › Tools in chats.')
              : t(
                  'It is not known whether this model supports tools, so none are on until you choose some.',
                )}
        </p>
        {chosen && (
          <Button size="sm" variant="ghost" onClick={() => onChange({ tools: undefined })}>
            {t('Use the usual tools')}
          </Button>
        )}
      </div>
      {model?.canUseTools === false && (
        <p className="pb-2 text-xs text-warning">{t('This model does not support tools.')}</p>
      )}
      {groupTools(known).map(([from, group]) => (
        <ul key={from} aria-label={from || t('Built in')} className="flex flex-col gap-2">
          {from !== '' && <li className="pt-2 text-xs font-medium text-ink-muted">{from}</li>}
          {group.map(({ name, title, from: server, description, allowedAs = name }) => (
            <li key={name}>
              <Switch
                label={title}
                hint={
                  <span className="line-clamp-3 wrap-anywhere">
                    {getToolHint({ name, from: server, description })}
                  </span>
                }
                checked={tools.includes(name)}
                onCheckedChange={(isOn) => onChange({ tools: withName(tools, name, isOn) })}
              />
              {tools.includes(name) && (
                <div className="ps-4">
                  <Switch
                    label={<span className="text-ink-muted">{t('Run without asking')}</span>}
                    checked={allowedTools.includes(allowedAs)}
                    onCheckedChange={(isOn) =>
                      onChange({ allowedTools: withName(allowedTools, allowedAs, isOn) })
                    }
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      ))}
      {tools.length > 0 && (
        <fieldset className="pt-3">
          <legend className="sr-only">{t('Spending without asking')}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField label={t('Paid calls without asking')}>
              <NumberField
                min={0}
                max={1_000}
                isInteger
                placeholder={String(paidCallsMaxDefault)}
                value={paidCallsMax}
                onValueChange={(value) => onChange({ paidCallsMax: value })}
              />
            </FormField>
            <FormField label={t('US dollars without asking')}>
              <NumberField
                min={0}
                max={100_000}
                step={0.5}
                placeholder={t('No limit')}
                value={paidUsdMax}
                onValueChange={(value) => onChange({ paidUsdMax: value })}
              />
            </FormField>
          </div>
          <p className="pt-2 text-xs text-pretty text-ink-faint">
            {t(
              'Past either limit, paid tools ask every time in this chat, even ones you always allow. With a dollar limit, so do tools whose price is unknown.',
            )}
          </p>
        </fieldset>
      )}
    </PanelSection>
  )
}

const groupTools = (known: readonly ChatTool[]): [string, ChatTool[]][] => {
  const groups = new Map<string, ChatTool[]>([['', []]])
  for (const tool of known) {
    const { from = '' } = tool
    groups.set(from, [...(groups.get(from) ?? []), tool])
  }
  return [...groups]
}

const withName = (list: readonly string[], name: string, isIn: boolean): string[] => {
  const others = list.filter((one) => one !== name)
  return isIn ? [...others, name] : others
}
