import { translateFailure } from '#lib/language/translate-sentence.ts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import type { WebApi } from '#contract/web-apis.ts'
import { formatAge, formatCount } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/settings.ts'
import { Warning } from '../layout/warning.tsx'
import { OperationList } from './operation-list.tsx'
import { useChangeWebApi, useRefreshWebApi } from './web-api-queries.ts'

type WebApiRowProps = { api: WebApi; nowMs: number; onEdit: () => void; onRemove: () => void }

export function WebApiRow({ api, nowMs, onEdit, onRemove }: WebApiRowProps) {
  const { id, name, baseAddress, format, problem, changedCount, oddCount } = api
  const { mutate: change } = useChangeWebApi()
  const refresh = useRefreshWebApi()
  const [isOpen, setIsOpen] = useState(api.onCount === 0)
  const leftOut =
    oddCount > 0 && ` ${t('· {oddCount} left out', { oddCount: formatCount(oddCount) })}`
  return (
    <li aria-label={name} className="flex flex-col gap-2 px-4 py-3.5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          <p className="mt-0.5 text-xs text-pretty text-ink-muted">
            <code className="font-mono wrap-anywhere">{baseAddress}</code> · {format}
            {leftOut}
          </p>
        </div>
        <Switch
          aria-label={t('Use {name}', { name })}
          checked={api.isOn}
          onCheckedChange={(isOn) =>
            change(
              { id, change: { isOn } },
              { onError: reportFailure(t('Could not change {name}', { name })) },
            )
          }
        />
        <Menu
          trigger={moreButton(name)}
          items={[
            ...(api.documentAddress === undefined
              ? []
              : [
                  {
                    label: t('Load the document again'),
                    icon: <RefreshCw />,
                    isDisabled: refresh.isPending,
                    onSelect: () =>
                      refresh.mutate(id, {
                        onError: reportFailure(
                          t('Could not load the document of {name}', { name }),
                        ),
                      }),
                  },
                ]),
            { label: t('Edit'), icon: <Pencil />, onSelect: onEdit },
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
      {changedCount > 0 && (
        <Warning>
          {t(
            '{changedCount, plural, one {# operation} other {# operations}} changed and will not run until you turn it on again.',
            { changedCount },
          )}
        </Warning>
      )}
      <Button
        size="sm"
        className="self-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen
          ? t('Hide operations')
          : t('Operations ({onCount} of {operationCount} on)', {
              onCount: api.onCount,
              operationCount: formatCount(api.operationCount),
            })}
      </Button>
      {isOpen && <OperationList id={id} name={name} />}
    </li>
  )
}

const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    label={t('More about {name}', { name })}
    icon={<Ellipsis aria-hidden />}
  />
)
