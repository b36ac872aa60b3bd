import { translateFailure } from '#lib/language/translate-sentence.ts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LogIn from 'lucide-react/icons/log-in'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import type { McpServer, McpTool } from '#contract/mcp-servers.ts'
import { formatAge } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/settings.ts'
import { Warning } from '../layout/warning.tsx'
import { useChangeMcpServer, useRefreshMcpServer } from './mcp-queries.ts'
import { useSignIn } from './use-sign-in.ts'

type ServerRowProps = {
  server: McpServer
  nowMs: number
  onEdit: () => void
  onRemove: () => void
}

export function ServerRow({ server, nowMs, onEdit, onRemove }: ServerRowProps) {
  const { id, name, isOn, problem, tools, oddTools = [] } = server
  const { mutate: change, isPending } = useChangeMcpServer()
  const refresh = useRefreshMcpServer()
  const { signIn, isLeaving } = useSignIn(id)
  const changed = tools.filter((tool) => tool.change).length
  const orSayUnchanged = { onError: reportFailure(t('Could not change {name}', { name })) }
  return (
    <li aria-label={name} className="flex flex-col gap-2 px-4 py-3.5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          <Facts server={server} />
        </div>
        <Switch
          aria-label={t('Use {name}', { name })}
          checked={isOn}
          onCheckedChange={(wanted) => change({ id, change: { isOn: wanted } }, orSayUnchanged)}
        />
        <Menu
          trigger={moreButton(name)}
          items={[
            {
              label: t('Refresh tools'),
              icon: <RefreshCw />,
              isDisabled: refresh.isPending,
              onSelect: () =>
                refresh.mutate(id, {
                  onError: reportFailure(t('Could not refresh the tools of {name}', { name })),
                }),
            },
            { label: t('Edit'), icon: <Pencil />, onSelect: onEdit },
            ...(server.signIn === 'done'
              ? [{ label: t('Sign in again'), icon: <LogIn />, onSelect: signIn }]
              : []),
            'separator',
            { label: t('Remove'), icon: <Trash2 />, isDangerous: true, onSelect: onRemove },
          ]}
        />
      </div>
      {problem && (
        <Warning>
          {translateFailure(problem)} ({formatAge(problem.at, nowMs)})
        </Warning>
      )}
      {server.signIn === 'wanted' && (
        <Button
          size="sm"
          variant="primary"
          className="self-start"
          icon={<LogIn aria-hidden />}
          isLoading={isLeaving}
          onClick={signIn}
        >
          {t('Sign in')}
        </Button>
      )}
      {changed > 0 && (
        <Warning>
          {t(
            '{changed, plural, one {# tool} other {# tools}} changed on the server and will not run until you turn it on again.',
            { changed },
          )}
        </Warning>
      )}
      {tools.length > 0 && (
        <PanelSection
          title={t('Tools ({count} of {toolsCount} on)', {
            count: tools.filter(({ isOn: on, change: next, isGone }) => on && !next && !isGone)
              .length,
            toolsCount: tools.length,
          })}
          isOpen={changed > 0 || tools.every((tool) => !tool.isOn)}
        >
          <ul className="flex flex-col gap-2">
            {tools.map((tool) => (
              <ToolRow
                key={tool.name}
                tool={tool}
                isDisabled={isPending}
                onTurn={(wanted) =>
                  change({ id, change: { tools: { [tool.name]: wanted } } }, orSayUnchanged)
                }
              />
            ))}
          </ul>
        </PanelSection>
      )}
      {oddTools.length > 0 && (
        <PanelSection
          title={t('Left out ({oddToolsCount})', { oddToolsCount: oddTools.length })}
          isOpen={tools.length === 0}
        >
          <ul className="flex flex-col gap-2">
            {oddTools.map(({ name: tool, problem: reason }, at) => (
              <li key={`${tool} ${at}`}>
                <Warning>
                  <code className="font-mono">{tool}</code>: {reason}
                </Warning>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </li>
  )
}

type ToolRowProps = { tool: McpTool; isDisabled: boolean; onTurn: (isOn: boolean) => void }

/**
 * Renders a tool. If its definition has changed, the tool is off until the user accepts the new
 * definition.
 */
function ToolRow({ tool, isDisabled, onTurn }: ToolRowProps) {
  const { title, description, isOn, isGone, change } = tool
  return (
    <li>
      <Switch
        label={
          <span className="inline-flex flex-wrap items-center gap-2">
            {title}
            {change && <Badge tone="warning">{t('Changed')}</Badge>}
            {isGone && <Badge tone="warning">{t('Gone')}</Badge>}
          </span>
        }
        hint={
          <span className="line-clamp-3 wrap-anywhere whitespace-pre-line">
            {change?.description ?? description}
            {change?.hasOtherArguments && ` ${t('(Its arguments have changed.)')}`}
          </span>
        }
        checked={isOn && !change}
        disabled={isDisabled}
        onCheckedChange={onTurn}
      />
      {change && change.description !== description && (
        <p className="mt-1 text-xs wrap-anywhere whitespace-pre-line text-ink-faint">
          {t('Before: {description}', { description })}
        </p>
      )}
    </li>
  )
}

function Facts({
  server: { address, command, software, revision, leftOutCount },
}: {
  server: McpServer
}) {
  const facts = [
    software,
    revision !== undefined && t('revision {revision}', { revision }),
    leftOutCount > 0 &&
      t('{leftOutCount, plural, one {# tool} other {# tools}} left out', { leftOutCount }),
  ].filter(Boolean)
  return (
    <p className="mt-0.5 text-xs text-pretty text-ink-muted">
      <code className="font-mono wrap-anywhere">{address ?? command?.join(' ')}</code>
      {facts.length > 0 && ` · ${facts.join(' · ')}`}
    </p>
  )
}

const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    label={t('More about {name}', { name })}
    icon={<Ellipsis aria-hidden />}
  />
)
