import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { FormField } from './field.tsx'
import { TextField } from './text-field.tsx'

const digitsMax = 6
const longMax = 60

type CodeFieldProps = Pick<ComponentProps<'input'>, 'ref' | 'className'> & {
  label: string
  hint?: string
  error?: string | undefined
  kind: 'digits' | 'long'
  value: string
  onChange: (value: string) => void
}

/** Renders a field for a one-time code, which phones and password managers can fill in. */
export const CodeField = ({
  label,
  hint,
  error,
  kind,
  value,
  onChange,
  className,
  ...input
}: CodeFieldProps) => (
  <FormField label={label} hint={hint} error={error}>
    <TextField
      {...input}
      name={kind === 'digits' ? 'one-time-code' : 'recovery-code'}
      autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      value={value}
      onChange={({ target }) =>
        onChange(
          kind === 'digits'
            ? target.value.replaceAll(/\D/g, '').slice(0, digitsMax)
            : target.value.slice(0, longMax),
        )
      }
      className={cn('font-mono', kind === 'digits' && 'tracking-[0.35em]', className)}
    />
  </FormField>
)
