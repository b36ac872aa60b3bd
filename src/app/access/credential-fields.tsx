import type { ComponentProps } from 'react'
import { emailLengthMax, passwordLengthMax } from '#contract/access/access.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/app.ts'

type LargeFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
  onChange: (value: string) => void
}

export const LargeField = ({ label, hint, error, onChange, ...field }: LargeFieldProps) => (
  <FormField label={label} hint={hint} error={error}>
    <TextField
      {...field}
      required
      onChange={(event) => onChange(event.target.value)}
      className="h-10.5 text-base read-only:text-ink-muted"
    />
  </FormField>
)

type GivenProps = Omit<LargeFieldProps, 'label'>

export const EmailField = (props: GivenProps) => (
  <LargeField
    {...props}
    label={t('Email')}
    type="email"
    name="username"
    autoComplete="username webauthn"
    maxLength={emailLengthMax}
  />
)

/** Renders a field for an email address or a user name of the directory (LDAP). */
export const AccountNameField = (props: GivenProps) => (
  <LargeField
    {...props}
    label={t('Email or user name')}
    type="text"
    name="username"
    autoComplete="username webauthn"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={emailLengthMax}
  />
)

export const PasswordField = (
  props: GivenProps & { autoComplete: 'current-password' | 'new-password' },
) => (
  <LargeField
    {...props}
    label={t('Password')}
    type="password"
    name="password"
    maxLength={passwordLengthMax}
  />
)
