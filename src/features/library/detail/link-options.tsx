import { useState } from 'react'
import { altTextLengthMax, type ChangeAssetShare } from '#contract/sharing/shares.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { formatDate } from '#lib/format.ts'
import { t } from '#languages/library.ts'

type LinkOptionsProps = {
  /** Name of the model, which screen readers read without an alt text. */
  name: string
  /** Options of the link, or those that a new link will get. */
  options: ChangeAssetShare
  onChange: (options: ChangeAssetShare) => void
}

const dayMs = 24 * 60 * 60 * 1000

const ends = [
  { value: 'never', label: t('Never') },
  { value: '1', label: t('In 1 day') },
  { value: '7', label: t('In 7 days') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
]

export function LinkOptions({ name, options, onChange }: LinkOptionsProps) {
  const { canDownload = true } = options
  const altText = options.altText ?? ''
  const expiresAt = options.expiresAt ?? undefined
  const [text, setText] = useState(altText)
  const [openedAt] = useState(Date.now)
  const hasEnded = expiresAt !== undefined && Date.parse(expiresAt) <= openedAt
  return (
    <>
      <Switch
        label={t('May download')}
        hint={t(
          'Without it, the page has no download button. A model that is shown can still be copied by experts.',
        )}
        checked={canDownload}
        onCheckedChange={(next) => onChange({ canDownload: next })}
      />
      <FormField label={t('Ends')} error={hasEnded ? t('This link no longer works.') : undefined}>
        <Select
          value={expiresAt === undefined ? 'never' : 'until'}
          options={
            expiresAt === undefined
              ? ends
              : [
                  {
                    value: 'until',
                    label: t('{hasEnded, select, true {Ended} other {Ends}} on {expiresAt}', {
                      hasEnded,
                      expiresAt: formatDate(expiresAt),
                    }),
                  },
                  ...ends,
                ]
          }
          onValueChange={(value) => {
            if (value === 'until') return
            const days = value === 'never' ? undefined : Number(value)
            onChange({
              expiresAt:
                days === undefined ? null : new Date(Date.now() + days * dayMs).toISOString(),
            })
          }}
        />
      </FormField>
      <FormField
        label={t('Description for screen readers')}
        hint={t('Describe what the model looks like. Screen readers read it instead of the name.')}
      >
        <TextArea
          value={text}
          maxLength={altTextLengthMax}
          placeholder={name}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => {
            if (text.trim() !== altText) onChange({ altText: text.trim() || null })
          }}
        />
      </FormField>
    </>
  )
}
