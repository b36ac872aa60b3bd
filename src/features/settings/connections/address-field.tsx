import { useState } from 'react'
import type { ConnectionKind } from '#contract/connections.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'

type AddressFieldProps = {
  address: NonNullable<ConnectionKind['address']>
  value: string
  error: string | undefined
  isFocused: boolean
  onChange: (value: string) => void
}

const otherAddress = 'other'

export function AddressField({ address, value, error, isFocused, onChange }: AddressFieldProps) {
  const { choices, example, isClosed = false } = address
  const isListed = choices?.some((choice) => choice.address === value) ?? false
  const [isOther, setIsOther] = useState(!isListed && !isClosed)
  const text = (
    <FormField label={t('Address')} isRequired error={error}>
      <TextField
        type="url"
        inputMode="url"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- users paste a key or an address next.
        autoFocus={isFocused}
        spellCheck={false}
        autoComplete="off"
        placeholder={example}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono"
      />
    </FormField>
  )
  if (!choices) return text
  return (
    <>
      <FormField label={t('Server')} hint={t('Keys of one server do not work at another.')}>
        <Select
          value={isOther ? otherAddress : value}
          options={[
            ...choices.map((choice) => ({
              value: choice.address,
              label: `${choice.label} (${new URL(choice.address).hostname})`,
            })),
            ...(isClosed ? [] : [{ value: otherAddress, label: t('Another address') }]),
          ]}
          onValueChange={(chosen) => {
            setIsOther(chosen === otherAddress)
            if (chosen !== otherAddress) onChange(chosen)
          }}
        />
      </FormField>
      {isOther && text}
    </>
  )
}
