import type { ComponentProps } from 'react'
import { emailLengthMax, passwordLengthMax } from '#contract/access/access.ts'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type LargeFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
  onChange: (value: string) => void
}

/** A field of a form that fills a page. */
export const LargeField = ({ label, hint, error, onChange, ...field }: LargeFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    <TextField
      {...field}
      required
      onChange={(event) => onChange(event.target.value)}
      className="h-10 text-base"
    />
  </Field>
)

type GivenProps = Omit<LargeFieldProps, 'label'>

/** The email address that somebody signs in with. */
export const EmailField = (props: GivenProps) => (
  <LargeField
    {...props}
    label="Email"
    type="email"
    name="username"
    autoComplete="username webauthn"
    maxLength={emailLengthMax}
  />
)

/** @param props.autoComplete whether a password manager fills it in, or offers to make one. */
export const PasswordField = (
  props: GivenProps & { autoComplete: 'current-password' | 'new-password' },
) => (
  <LargeField
    {...props}
    label="Password"
    type="password"
    name="password"
    maxLength={passwordLengthMax}
  />
)
