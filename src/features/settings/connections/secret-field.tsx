import type { Connection, SecretFieldSpec as Secret } from '#contract/connections.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

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
  const placeholder = isRemoved ? 'Will be removed' : (stored?.hint ?? secret.placeholder)
  return (
    <FormField
      label={secret.isRequired ? secret.label : `${secret.label} (optional)`}
      isRequired={secret.isRequired}
      error={error}
      hint={
        stored
          ? 'Leave it empty to keep the stored one.'
          : 'Stored encrypted on your server. It can be replaced, but not shown again.'
      }
      aside={
        stored &&
        !secret.isRequired && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChange(isRemoved ? undefined : '')}
            aria-label={isRemoved ? `Keep the ${secret.label}` : `Remove the ${secret.label}`}
          >
            {isRemoved ? 'Keep' : 'Remove'}
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
