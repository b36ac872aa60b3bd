import { basePath } from '#lib/base-path.ts'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { defaultKeyLimits } from '#contract/access/keys.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/settings.ts'
import { useCopy } from '../layout/use-copy.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useCreateKey } from '../queries/settings-queries.ts'
import { clientConfigs } from './client-configs.ts'

const placeholder = 'YOUR-KEY'

export function McpPart() {
  const [clientId, setClientId] = useState('claude-code')
  const [key, setKey] = useState(placeholder)
  const create = useCreateKey()
  const configs = clientConfigs(`${location.origin}${basePath}/mcp`, key)
  const shown = configs.find(({ id }) => id === clientId) ?? configs[0]
  const { isCopied, copy } = useCopy(shown?.text ?? '', () => {})
  if (!shown) return null
  const makeKey = () =>
    create.mutate(
      { name: t('MCP: {name}', { name: shown.name }), limits: defaultKeyLimits, scopes: ['3d'] },
      {
        onSuccess: ({ secret }) => setKey(secret),
        onError: reportFailure(t('Could not create the key')),
      },
    )
  return (
    <SettingsPart
      id="ai-apps-mcp"
      title={t('AI apps (MCP)')}
      about={t(
        'Let Claude, Cursor, VS Code and others make 3D models here, look at them and change them. Their usage counts against the key you give them, within its limits.',
      )}
    >
      <div className={cardClass}>
        <div className="flex flex-col gap-3 p-4">
          <div className="flex flex-wrap items-center gap-2">
            <div className="w-48">
              <Select
                aria-label={t('App')}
                value={shown.id}
                options={configs.map(({ id, name }) => ({ value: id, label: name }))}
                onValueChange={setClientId}
              />
            </div>
            <Button icon={<KeyRound aria-hidden />} isLoading={create.isPending} onClick={makeKey}>
              {key === placeholder ? t('Create a key') : t('Create another key')}
            </Button>
            <Button
              className="ms-auto"
              icon={
                isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />
              }
              onClick={() => void copy()}
            >
              {isCopied ? t('Copied') : t('Copy')}
            </Button>
          </div>
          <p className="text-xs text-pretty text-ink-muted">
            {shown.where}
            {key !== placeholder && ` ${t('The key is shown only once.')}`}
          </p>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
            tabIndex={0}
            aria-label={t('Configuration for {name}', { name: shown.name })}
            className="max-h-72 overflow-auto rounded-md bg-surface-sunken px-3 py-2 font-mono text-xs leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap"
          >
            {shown.text}
          </pre>
        </div>
      </div>
    </SettingsPart>
  )
}
