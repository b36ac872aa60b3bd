import { keyScopes, type KeyScope } from '#contract/access/keys.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/settings.ts'

type ScopeFieldsProps = { scopes: readonly KeyScope[]; onChange: (scopes: KeyScope[]) => void }

const words: Record<KeyScope, { label: string; hint: string }> = {
  chat: { label: t('Chat'), hint: t('Completions, responses and messages.') },
  assistants: {
    label: t('Assistants'),
    hint: t('Use your assistants as models, with their instructions and files.'),
  },
  embeddings: { label: t('Embeddings'), hint: t('Embeddings and rerank.') },
  '3d': { label: t('3D generation'), hint: t('Create, follow and cancel tasks.') },
  files: { label: t('Uploads'), hint: t('Upload pictures for tasks.') },
  metrics: { label: t('Metrics'), hint: t('Read /metrics of this server. Works for admins only.') },
  catalogue: { label: t('Model lists'), hint: t('List models and read their parameters.') },
}

export const ScopeFields = ({ scopes, onChange }: ScopeFieldsProps) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-3 text-xs font-medium text-ink-faint">{t('Permissions')}</legend>
    {keyScopes.map((scope) => (
      <Switch
        key={scope}
        {...words[scope]}
        checked={scopes.includes(scope)}
        onCheckedChange={(isOn) =>
          onChange(keyScopes.filter((one) => (one === scope ? isOn : scopes.includes(one))))
        }
      />
    ))}
  </fieldset>
)
