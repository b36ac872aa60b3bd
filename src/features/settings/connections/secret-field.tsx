import type { Connection, SecretFieldSpec as Secret } from '#contract/connections.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'

type SecretFieldProps = {
  secret: Secret
  stored: Connection['secrets'][number] | undefined
  /** Undefined keeps the stored secret. An empty text removes the stored secret. */
  value: string | undefined
  error: string | undefined
  isFocused: boolean
  onChange: (value: string | undefined) => void
}

export function SecretInput({
  secret,
  stored,
  value,
  error,
  isFocused,
  onChange,
}: SecretFieldProps) {
  const isRemoved = stored !== undefined && value === ''
  const placeholder = isRemoved ? t('Will be removed') : (stored?.hint ?? secret.placeholder)
  return (
    <FormField
      label={secret.isRequired ? secret.label : t('{label} (optional)', { label: secret.label })}
      isRequired={secret.isRequired}
      error={error}
      hint={
        stored
          ? t('Leave it empty to keep the stored one.')
          : t('Stored encrypted on your server. It can be replaced, but not shown again.')
      }
      aside={
        stored &&
        !secret.isRequired && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChange(isRemoved ? undefined : '')}
            aria-label={
              isRemoved
                ? t('Keep the {label}', { label: secret.label })
                : t('Remove the {label}', { label: secret.label })
            }
          >
            {isRemoved ? t('Keep') : t('Remove')}
          </Button>
        )
      }
    >
      <TextField
        type="password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- users paste a key next.
        autoFocus={isFocused}
        // Browsers ignore the value `off` and would insert a saved password.
        autoComplete="new-password"
        spellCheck={false}
        placeholder={placeholder}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        className="font-mono"
      />
    </FormField>
  )
}
