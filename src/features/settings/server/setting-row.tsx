import { useState, type FormEvent } from 'react'
import type { ServerSetting } from '#contract/server-settings.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { useSetServerSetting } from './server-setting-queries.ts'
import type { DescribedSetting } from './setting-groups.ts'

type SettingRowProps = {
  described: DescribedSetting
  setting: ServerSetting | undefined
}

const switchRowClass = 'grid! grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4'

/**
 * Renders a setting of the server and where its value comes from. Switches and lists are saved at
 * once.
 */
export function SettingRow({ described, setting }: SettingRowProps) {
  const { name, label, hint } = described
  const change = useSetServerSetting()
  const isFixed = setting?.source === 'environment'
  return (
    <FormField
      label={label}
      hint={hint}
      error={change.error ? explainError(change.error) : undefined}
      // Puts a switch at the end of its row, as the other settings pages do.
      className={described.control === 'switch' ? switchRowClass : ''}
      aside={
        isFixed ? (
          <Badge>{t('Set by {name}', { name })}</Badge>
        ) : setting?.source === 'page' ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Use the default for {label}', { label })}
            onClick={() => change.mutate({ name })}
          >
            {t('Use the default')}
          </Button>
        ) : undefined
      }
    >
      <Control
        described={described}
        value={setting?.value ?? ''}
        isSet={setting !== undefined && setting.source !== 'default'}
        isDisabled={isFixed || change.isPending}
        onChange={(value, onSuccess) =>
          change.mutate({ name, value }, { onSuccess: () => onSuccess?.() })
        }
      />
    </FormField>
  )
}

type ControlProps = {
  described: DescribedSetting
  value: string
  isSet: boolean
  isDisabled: boolean
  onChange: (value: string, onSuccess?: () => void) => void
}

function Control({ described, value, isSet, isDisabled, onChange }: ControlProps) {
  const isSecret = described.control === 'secret'
  const [draft, setDraft] = useState<string>()
  if (described.options) {
    return (
      <Select
        value={value}
        options={described.options}
        disabled={isDisabled}
        onValueChange={(chosen) => onChange(chosen)}
      />
    )
  }
  if (described.control === 'switch') {
    return (
      <Switch
        checked={value === '1'}
        disabled={isDisabled}
        onCheckedChange={(isOn) => onChange(isOn ? '1' : '0')}
      />
    )
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (draft === undefined) return
    // Keep spaces in a secret, because they may be part of a password.
    onChange(isSecret ? draft : draft.trim(), () => setDraft(undefined))
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <TextField
        type={isSecret ? 'password' : 'text'}
        value={draft ?? value}
        placeholder={isSecret && isSet ? t('Saved') : described.placeholder}
        disabled={isDisabled}
        inputMode={described.control === 'number' ? 'numeric' : undefined}
        autoComplete={isSecret ? 'new-password' : 'off'}
        className="min-w-0 flex-1"
        onChange={(event) => setDraft(event.target.value)}
      />
      {draft !== undefined && draft !== value && (
        <Button
          type="submit"
          aria-label={t('Save {label}', { label: described.label })}
          isLoading={isDisabled}
        >
          {t('Save')}
        </Button>
      )}
    </form>
  )
}
