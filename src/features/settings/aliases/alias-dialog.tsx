import { useState } from 'react'
import { modelAliasSchema, type ModelAlias } from '#contract/model-aliases.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { FormDialog } from '../layout/form-dialog.tsx'
import { useSetModelAlias } from './alias-queries.ts'
import { TargetsField } from './targets-field.tsx'

type AliasDialogProps = {
  isOpen: boolean
  alias: ModelAlias | undefined
  onClose: () => void
}

const usualTimeoutSeconds = 60

export function AliasDialog({ isOpen, alias, onClose }: AliasDialogProps) {
  const set = useSetModelAlias()
  const [name, setName] = useState(alias?.name ?? '')
  const [targets, setTargets] = useState<readonly string[]>(alias?.targets ?? [])
  const [seconds, setSeconds] = useState(String(alias?.timeoutSeconds ?? usualTimeoutSeconds))
  const [isTried, setIsTried] = useState(false)
  const parsed = modelAliasSchema.safeParse({
    name: name.trim(),
    targets,
    timeoutSeconds: Number(seconds),
  })
  const isWrong = (field: keyof ModelAlias) =>
    isTried && parsed.error?.issues.some(({ path }) => path[0] === field) === true

  const submit = () => {
    setIsTried(true)
    if (parsed.success) set.mutate(parsed.data, { onSuccess: onClose })
  }

  return (
    <FormDialog
      isOpen={isOpen}
      title={alias ? t('Edit {name}', { name: alias.name }) : t('Add an alias')}
      isPending={set.isPending}
      error={set.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!alias && (
        <FormField
          label={t('Name')}
          hint={t('As programs write it, such as fast or writer.')}
          error={
            isWrong('name')
              ? t('Use letters, digits, dots, colons and hyphens, at most 63.')
              : undefined
          }
        >
          <TextField
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </FormField>
      )}
      <TargetsField
        targets={targets}
        ownName={alias?.name}
        onChange={setTargets}
        error={isWrong('targets') ? t('Choose 1 to 10 models.') : undefined}
      />
      <FormField
        label={t('Longest wait, in seconds')}
        hint={t('If no words arrive in this time, the next model is asked.')}
        error={isWrong('timeoutSeconds') ? t('Enter a whole number from 1 to 600.') : undefined}
      >
        <TextField
          inputMode="numeric"
          autoComplete="off"
          value={seconds}
          onChange={({ target }) => setSeconds(target.value)}
        />
      </FormField>
    </FormDialog>
  )
}
