import { keyScopes, type KeyScope } from '#contract/access/keys.ts'
import { Switch } from '#ui/fields/switch.tsx'

type ScopeFieldsProps = { scopes: readonly KeyScope[]; onChange: (scopes: KeyScope[]) => void }

const words: Record<KeyScope, { label: string; hint: string }> = {
  chat: { label: 'Chat', hint: 'Completions, responses and messages.' },
  assistants: {
    label: 'Assistants',
    hint: 'Use your assistants as models, with their instructions and files.',
  },
  embeddings: { label: 'Embeddings', hint: 'Embeddings and rerank.' },
  '3d': { label: '3D generation', hint: 'Create, follow and cancel tasks.' },
  files: { label: 'Uploads', hint: 'Upload pictures for tasks.' },
  metrics: { label: 'Metrics', hint: 'Read /metrics of this server. Works for admins only.' },
  catalogue: { label: 'Model lists', hint: 'List models and read their parameters.' },
}

export const ScopeFields = ({ scopes, onChange }: ScopeFieldsProps) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-3 text-xs font-medium text-ink-faint">Permissions</legend>
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
